# SPDX-License-Identifier: MIT
"""Checks that the virtual Pentium runs generated cases as QEMU and Bochs do; `make fuzz` tests
further cases."""
import functools
import shutil

import pytest

from differential import compare, differences, generate, machines, report, rules, x87
from differential.opcodes import OPCODES

pytestmark = pytest.mark.full

SEED = 1
CASES = range(15000)
TRANSLATED = range(15000, 19000)
LEAST = 10000  # compared cases: run by the virtual Pentium and at least one reference


@functools.cache
def attempt():
    """Runs all cases once: returns what outcome() returns, or the exception that it raises."""
    names = [name for name in machines.MACHINES if not machines.missing(name)]
    try:
        cases, results = report.run(SEED, CASES, names)
    except machines.MachineError as error:
        return error
    return cases, results, report.differences(cases, results)


def outcome():
    """(cases, results by machine, [(case, its results, differences)])."""
    got = attempt()
    if isinstance(got, machines.MachineError):
        raise got
    return got


@functools.cache
def some_case():
    """A case that all machines survived, with its results."""
    cases, results, found = outcome()
    odd = {case.number for case, *_ in found}
    case = next(case for case in cases if case.name == "integer" and case.number not in odd
                and not differences.skips("qemu", case))
    return case, {name: of_machine[case.number] for name, of_machine in results.items()}


@pytest.mark.parametrize("name", machines.MACHINES)
def test_machine_runs(name):
    why = machines.missing(name)
    if why and name != rules.OURS:
        pytest.skip(why)
    assert not why


@pytest.mark.parametrize("name", generate.CLASSES)
def test_class(name):
    """All cases of this class end as on the references, except where differences.py decides."""
    found = [(case, different) for case, _, different in outcome()[2] if case.name == name]
    assert not found, f"{len(found)} cases differ; the first:\n" + report.describe(SEED, *found[0])


def test_translated_as_interpreted():
    """Both agree to the last bit, including undefined flags and the time-stamp counter."""
    cases = [generate.make_case(SEED, number) for number in TRANSLATED]
    plain, exact = (machines.run_cases(rules.OURS, cases, options=how) for how in ((), ("-exact",)))
    assert len(exact) == len(cases)
    found = [case for case in cases if plain[case.number] != exact[case.number]]
    assert not found, [(case.number, case.name, report.disassemble(case), plain[case.number],
                        exact[case.number]) for case in found[:3]]


def test_enough_cases():
    _, results, _ = outcome()
    references = [results[name] for name in rules.REFERENCES if name in results]
    compared = [number for number, result in results[rules.OURS].items()
                if result and any(reference.get(number) for reference in references)]
    assert len(compared) >= LEAST


def test_every_opcode_occurs():
    run = {step.text for case in outcome()[0] for step in case.steps}
    assert not {str(opcode) for opcode in [*OPCODES, *x87.OPCODES]} - run


def test_wrong_result_is_found():
    case, results = some_case()
    wrong = {**results, rules.OURS: {**results[rules.OURS], "ebp": 0x1234}}
    assert compare.compare(case, results) == []
    assert [(field, verdict) for field, _, verdict in compare.compare(case, wrong)] == \
        [("ebp", rules.OURS)]


def test_crash_is_found():
    case, results = some_case()
    assert compare.compare(case, {**results, rules.OURS: None})[0][2] == rules.OURS


@pytest.mark.skipif(not shutil.which("bochs") or not shutil.which("qemu-system-i386"),
                    reason="needs both references")
def test_undecided_is_found():
    case, results = some_case()
    wrong = {**results, "bochs": {**results["bochs"], "eax": 0x1234, "ecx": 0x5678}}
    assert {verdict for _, _, verdict in compare.compare(case, wrong)} == {compare.UNDECIDED}


def test_a_case_is_always_the_same():
    for number in range(0, 2000, 17):
        assert generate.make_case(SEED, number).pack() == generate.make_case(SEED, number).pack()
