# SPDX-License-Identifier: MIT
"""A sample of test_differential.py and test_extensions.py for `make check`: generated cases with
every instruction run in the virtual Pentium as in QEMU."""
import itertools

import pytest

from differential import extensions, generate, machines, report, rules
from tiers import fast_cases

SEED = 1
CASES = 1500  # of the Pentium's, which include every class
LIMIT = 20000  # case numbers that are searched for an instruction
EACH = 2  # cases with each instruction

# These two have all instructions of the later processors between them.
KINDS = ("k7", "prescott")


def choose_cases(make_case, wanted):
    """Numbers of the first cases that have each wanted instruction, EACH of them."""
    missing = dict.fromkeys(wanted, EACH)
    chosen = []
    for number in itertools.takewhile(lambda _: missing, range(LIMIT)):
        found = {step.text for step in make_case(number).steps} & missing.keys()
        for text in found:
            missing[text] -= 1
            if not missing[text]:
                del missing[text]
        if found:
            chosen.append(number)
    assert not missing, f"no case below {LIMIT} has {', '.join(sorted(missing))}"
    return chosen


def check(numbers, kind=None):
    names = (rules.OURS, "qemu")
    assert [machines.missing(name, kind) for name in names] == [None, None]
    cases, results = report.run(SEED, numbers, names, kind=kind)
    assert len(results[rules.OURS]) > 0.9 * len(cases)
    found = report.differences(cases, results)
    assert not found, f"{len(found)} cases differ; the first:\n" + report.describe(
        SEED, found[0][0], found[0][2])
    return cases


def test_a_sample_of_all_classes_ends_as_in_qemu():
    assert {case.name for case in check(range(CASES))} == set(generate.CLASSES)


@pytest.mark.full
def test_instructions_that_the_sample_lacks_end_as_in_qemu():
    run = {step.text for number in range(CASES)
           for step in generate.make_case(SEED, number).steps}
    every = {str(opcode) for _, build, opcodes in generate.CLASSES.values() for opcode in opcodes
             if opcode}
    check(choose_cases(lambda number: generate.make_case(SEED, number), every - run))


@pytest.mark.parametrize("kind", fast_cases(1, KINDS))
def test_every_extension_ends_as_in_qemu(kind):
    every = {str(opcode) for opcode in extensions.opcodes_of(kind)
             if opcode.of in extensions.HAVE[kind]}
    assert len(every) > 80
    check(choose_cases(lambda number: extensions.make_case(kind, SEED, number), every), kind)
