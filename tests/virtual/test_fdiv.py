# SPDX-License-Identifier: MIT
"""The FDIV flaw of the first Pentiums (-errata fdiv): quotients that users of such chips published
in 1994."""
import struct

import pytest

# Intel's example, as widely printed; S. Priest's table of the flaw (8 December 1994), with the
# error to the left of the decimal point; a divisor that does not hit the flaw.
QUOTIENTS = [
    (4195835, 3145727, 1.333739068902037589, 1.333820449136241002),
    (4195835 * 256 * 256, 3145727, 87407.92362, 87413.2569),
    (4195835, 3145726, 4195835 / 3145726, 4195835 / 3145726),
]

DIVIDE = """
main:
    fninit
    fld qword [dividend]
    fld qword [divisor]
    fdivp st1, st0
    fstp tword [quotient]
    PRINT [quotient]
    PRINT [quotient + 4]
    movzx eax, word [quotient + 8]
    call print
    ret
section .data
align 16
dividend: dq {:#x}
divisor: dq {:#x}
quotient: dq 0, 0
"""


def divide(protected, dividend, divisor, errata):
    """The quotient of two doubles, as a double: 53 of its 64 bits."""
    words = [struct.unpack("<Q", struct.pack("<d", number))[0] for number in (dividend, divisor)]
    low, high, exponent = protected(DIVIDE.format(*words), "-errata", errata)
    return (high << 32 | low) * 2.0 ** (exponent - 16383 - 63)


@pytest.mark.parametrize("dividend, divisor, flawed, right", QUOTIENTS)
def test_quotient(protected, dividend, divisor, flawed, right):
    assert divide(protected, dividend, divisor, "fdiv") == pytest.approx(flawed, rel=2e-11)
    assert divide(protected, dividend, divisor, "off") == pytest.approx(right, rel=2e-9)


def test_all_published_digits(protected):
    """1.333739068902037589; a double has 16 of these digits."""
    assert divide(protected, *QUOTIENTS[0][:2], "fdiv") == pytest.approx(QUOTIENTS[0][2], rel=2e-16)


def test_reciprocal_of_a_reciprocal(protected):
    """B. Swart: 1 / (1 / 357914069) is off by 21 1/3. The second division hits the flaw."""
    reciprocal = divide(protected, 1, 357914069, "fdiv")
    again = divide(protected, 1, reciprocal, "fdiv")
    assert abs(again - 357914069) == pytest.approx(64 / 3, rel=1e-3)
