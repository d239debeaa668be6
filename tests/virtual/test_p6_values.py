# SPDX-License-Identifier: MIT
"""Clocks of x87 and SSE instructions that depend on the operand, in a whole machine with the P6's
model. Values: tests/data/silicon/p6-200_inst.tsv, of a Pentium Pro, and p3-katmai-dp_inst.tsv."""
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


def of_lanes(first, second):
    """Code that loads four singles into XMM0 and four into XMM1."""
    stores = "".join(f"mov dword [area + {4 * n}], {value:#x}\n"
                     for n, value in enumerate((*first, *second)))
    return ("mov eax, cr4\nor eax, 0x200\nmov cr4, eax\n" + stores +
            "movaps xmm0, [area]\nmovaps xmm1, [area + 16]")


ZERO, ONE, TWO, THREE = 0, 0x3f800000, 0x40000000, 0x40400000


@pytest.mark.parametrize("first, second, step, clocks", (
    ([THREE] * 4, [THREE] * 4, "divps xmm0, xmm1", 34),
    ([THREE] * 4, [TWO] * 4, "divps xmm0, xmm1", 16),
    ([ZERO] * 4, [THREE] * 4, "divps xmm0, xmm1", 16),
    # 8 clocks for the low half and 17 for the high one, in which one lane is not simple.
    ([THREE] * 4, [TWO, TWO, TWO, THREE], "divps xmm0, xmm1", 25),
    ([THREE] * 4, [TWO, THREE, THREE, THREE], "divss xmm0, xmm1", 9),
    ([THREE] * 4, [THREE, TWO, TWO, TWO], "divss xmm0, xmm1", 18),
    ([ZERO] * 4, [ONE] * 4, "sqrtps xmm1, xmm1", 16),
    ([ZERO] * 4, [TWO] * 4, "sqrtps xmm1, xmm1", 56),
))
def test_clocks_of_sse_depend_on_the_lanes(count, first, second, step, clocks):
    """Eight steps of a dependent chain more. A quotient of 3 and 2 has the values of its lanes."""
    short, long = (count(f"{step}\n" * steps, CLOCKS, cpu="p3", before=of_lanes(first, second))[0]
                   for steps in (4, 12))
    assert abs((long - short) / 8 - clocks) <= 0.5
