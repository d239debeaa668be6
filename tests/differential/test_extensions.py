# SPDX-License-Identifier: MIT
"""Tests instructions that processors after the Pentium added: the virtual Pentium with their
instructions against QEMU and Bochs as these processors."""
import functools

import pytest

from differential import compare, extensions, machines, netburst, report, rules

pytestmark = pytest.mark.full

SEED = 1
CASES = {**dict.fromkeys(machines.KINDS, range(3000)),
         "northwood": range(1500), "prescott": range(5000)}
KINDS = [kind for kind in machines.KINDS if kind]


@functools.cache
def outcome(kind):
    """(cases, results by machine, [(case, its results, differences)])."""
    names = [name for name in machines.MACHINES if not machines.missing(name, kind)]
    cases, results = report.run(SEED, CASES[kind], names, kind=kind)
    return cases, results, report.differences(cases, results)


@pytest.mark.parametrize("kind,name", [(kind, name) for kind in KINDS
                                       for name in extensions.classes_of(kind)])
def test_class(kind, name):
    """All cases of this class end as on the references, except where extension_rules.py decides."""
    found = [(case, different) for case, _, different in outcome(kind)[2] if case.name == name]
    assert not found, f"{len(found)} cases differ; the first:\n" + report.describe(SEED, *found[0])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "northwood"])
def test_every_extension_occurs(kind):
    run = {step.text for case in outcome(kind)[0] for step in case.steps}
    assert not {str(opcode) for opcode in extensions.opcodes_of(kind)
                if opcode.of in extensions.HAVE[kind]
                and opcode.kind in ("sse", "3dnow", "fcomi", "fcmov", *netburst.CODE_CLASSES)} - run


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_there_is_undefined(kind):
    """An instruction that the processor lacks raises #UD, regardless of the rest of the case and of
    the references."""
    cases, results, _ = outcome(kind)
    lacking = [case for case in cases if "lacking" in case.tags]
    assert len(lacking) > 50
    assert {results[rules.OURS][case.number]["v"] for case in lacking} == {6}


@pytest.mark.parametrize("kind", ["p3", "k7", *netburst.KINDS])
def test_an_exception_of_numbers_is_met(kind):
    """The cases trigger #XM on processors with SSE, and never on an Athlon."""
    vectors = {result["v"] for result in outcome(kind)[1][rules.OURS].values()}
    assert (19 in vectors) == (kind != "k7")
    assert {3, 6, 7, 13, 14, 16} <= vectors


def test_wrong_xmm_register_is_found():
    cases, results, found = outcome("p3")
    odd = {case.number for case, *_ in found}
    case = next(case for case in cases if case.name == "sse" and case.number not in odd
                and not case.tags & {"size prefix", "misaligned"}
                and results["vpentium"][case.number]["v"] == 3)
    own = {name: of_machine[case.number] for name, of_machine in results.items()}
    wrong = {**own, rules.OURS: {**own[rules.OURS], "x1f": 0x12345678}}
    assert [field for field, *_ in compare.compare(case, wrong)] == ["x1f"]
