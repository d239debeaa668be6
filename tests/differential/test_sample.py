# SPDX-License-Identifier: MIT
"""A sample of test_differential.py for `make check`: generated cases of every class run in the
virtual Pentium as in QEMU."""
from differential import generate, machines, report, rules

SEED = 1
CASES = range(1500)


def test_a_sample_of_all_classes_ends_as_in_qemu():
    names = [name for name in (rules.OURS, "qemu") if not machines.missing(name)]
    assert rules.OURS in names
    cases, results = report.run(SEED, CASES, names)
    assert {case.name for case in cases} == set(generate.CLASSES)
    assert len(results[rules.OURS]) > 0.9 * len(CASES)
    found = report.differences(cases, results)
    assert not found, f"{len(found)} cases differ; the first:\n" + report.describe(
        SEED, found[0][0], found[0][2])
