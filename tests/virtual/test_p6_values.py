# SPDX-License-Identifier: MIT
"""Clocks of x87 instructions that depend on the operand, in a whole machine with the P6's model.
Values: tests/data/silicon/p6-200_inst.tsv, of a Pentium Pro."""
import pytest

from p6_guest import count # pylint: disable=unused-import

CLOCKS = 0x79
FSIN_OF_PI, FSIN_OF_1, FCOS_OF_PI, FCOS_OF_1 = 85, 102, 92, 98  # with the FADD of the row


def chain(start, step, steps):
    return f"{start}\n" + f"{step}\n" * steps + "finit"


@pytest.mark.parametrize("start, step, clocks", (
    ("fld1", "fsqrt", 9),
    ("fldz", "fsqrt", 9),
    ("fldpi", "fsqrt", 69),
    ("fldpi\nfldpi", "fsin\nfadd st0, st1", FSIN_OF_PI),
    ("fldpi\nfldpi", "fcos\nfsub st0, st0\nfadd st0, st1", FCOS_OF_PI + 3),
    ("fld1\nfld1", "fsin\nfsub st0, st0\nfadd st0, st1", FSIN_OF_1 + 3),
    ("fld1\nfld1", "fcos\nfsub st0, st0\nfadd st0, st1", FCOS_OF_1 + 3),
))
def test_clocks_depend_on_the_operand(count, start, step, clocks):
    """Eight steps of a dependent chain more. FSUB makes 0 of the result: three clocks."""
    short, long = (count(chain(start, step, steps), CLOCKS, cpu="ppro")[0] for steps in (4, 12))
    assert abs((long - short) / 8 - clocks) <= 0.5
