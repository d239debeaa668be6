# SPDX-License-Identifier: MIT
"""Alignment checks of x87 operands as in Bochs, and single steps after a load of SS as in QEMU and
Bochs. QEMU checks no alignment."""
import random

import pytest

from differential import machines, report, rules, x87
from differential.case import AC, CR0_AM, EAX, TF
from differential.encode import Unreachable
from differential.generate import with_memory
from differential.integer import new_case

pytestmark = pytest.mark.full

DB, BP, UNDEFINED, ALIGNMENT = 1, 3, 6, 17
CASES_OF_EACH = 20

# Bochs checks each register of the image as an operand of 80 bits; the manual (volume 3, interrupt
# 17) aligns the image to its operand size.
IMAGES = ("fnsave", "frstor")


def checked(dice, opcode):
    """The x87 instruction in ring 3 with CR0.AM and EFLAGS.AC set."""
    while True:
        case = new_case(dice, ring=3)
        case.cr0 |= CR0_AM
        case.eflags |= AC
        try:
            return x87.x87(dice, opcode, case)
        except Unreachable:
            continue


def run(cases, name, machine_names):
    """{machine: results}. All cases must end in the same state on all machines."""
    for number, case in enumerate(cases):
        case.name, case.number = name, number
    results = {machine: machines.run_cases(machine, cases) for machine in machine_names}
    assert all(len(of_machine) > 0.9 * len(cases) for of_machine in results.values())
    found = report.differences(cases, results)
    assert not found, f"{len(found)} cases differ; the first:\n" + report.describe(
        1, found[0][0], found[0][2])
    return results


def test_x87_operands_are_checked_as_in_bochs():
    dice = random.Random(1)
    cases = [checked(dice, opcode) for opcode in with_memory(x87.OPCODES)
             if opcode.mnemonic not in IMAGES for _ in range(CASES_OF_EACH)]
    results = run(cases, "alignment", (rules.OURS, "bochs"))
    faulted = {step.text.split("/")[0] for case in cases for step in case.steps[:1]
               if results[rules.OURS][case.number]["v"] == ALIGNMENT}
    assert faulted >= {"fld db", "fst db", "fbld df", "fbstp df"}


AFTER = {BP: (b"\xCC", "int3"), DB: (b"\x90", "nop"), UNDEFINED: (b"\x0F\xFF", "undefined 0fff")}


def test_a_single_step_after_a_load_of_ss_is_dropped():
    """MOV SS,AX with TF set, then an instruction: the first trap is the one after that instruction,
    and no trap is left if it enters a handler itself."""
    cases = []
    for code, text in AFTER.values():
        case = new_case(random.Random(1), ring=3, code32=True)
        case.eflags |= TF
        case.registers[EAX] = case.segments["ss"].selector
        case.emit(b"\x8E\xD0", "mov ss,ax")
        case.emit(code, text)
        cases.append(case)
    results = run(cases, "step", machines.MACHINES)
    assert [results[rules.OURS][case.number]["v"] for case in cases] == list(AFTER)
