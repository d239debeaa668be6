# SPDX-License-Identifier: MIT
"""WRMSR raises #GP where Bochs does: reserved types and bits in MTRRs and the PAT, and
MTRRcap, which is read-only."""
import random

import pytest

from differential import machines, rules
from differential.case import EAX, ECX, EDX
from differential.integer import new_case

pytestmark = pytest.mark.full

GP, BP = 13, 3
MTRR_CAP, FIRST_BASE, FIRST_MASK, LAST_BASE, LAST_MASK = 0xFE, 0x200, 0x201, 0x20E, 0x20F
FIXED, PAT, DEF_TYPE = (0x250, 0x258, 0x259, 0x268, 0x26F), 0x277, 0x2FF
TYPES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0x10, 0x80, 0xFF)
ALL_BACK = 0x0606060606060606


def writes(kind):
    """(MSR, value) of each WRMSR."""
    eight = [*FIXED, PAT] if kind == "p3" else FIXED  # a Pentium II at 233 MHz has no PAT
    yield MTRR_CAP, 0
    yield MTRR_CAP, 0x508
    for kind_of_memory in TYPES:
        for msr in (FIRST_BASE, LAST_BASE):
            yield msr, 0x12345000 | kind_of_memory
        yield DEF_TYPE, 0xC00 | kind_of_memory
        for msr in eight:
            for byte in range(8):
                yield msr, ALL_BACK & ~(0xFF << 8 * byte) | kind_of_memory << 8 * byte
    for bit in range(12):
        yield LAST_MASK, 0xFFFFF000 | 1 << bit
        yield DEF_TYPE, 1 << bit
        yield FIRST_BASE, 1 << bit


@pytest.mark.parametrize("kind", ("p2", "p3"))
def test_wrmsr_faults_as_in_bochs(kind):
    dice, cases = random.Random(1), []
    for number, (msr, value) in enumerate(writes(kind)):
        case = new_case(dice, ring=0, code32=True)
        case.name, case.number, case.kind = "memory types", number, kind
        case.registers[ECX] = msr
        case.registers[EAX], case.registers[EDX] = value & 0xFFFFFFFF, value >> 32
        case.emit(b"\x0F\x30", f"wrmsr {msr:x} {value:x}")
        cases.append(case)
    ours, bochs = (machines.run_cases(name, cases, kind=kind) for name in (rules.OURS, "bochs"))
    ends = {case.steps[0].text: (ours[case.number]["v"], bochs[case.number]["v"]) for case in cases}
    assert {end for end, _ in ends.values()} == {GP, BP}
    assert not {text: end for text, end in ends.items() if end[0] != end[1]}
