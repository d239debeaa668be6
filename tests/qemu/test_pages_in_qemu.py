# SPDX-License-Identifier: MIT
"""Tests paging= on QEMU instead of vpentium: programs with checked results, and no large pages."""
import itertools

import pytest

from tiers import fast_cases

PROGRAMS = "command=thesis/lzw,memory/pages events=time_stamp repetitions=2 exit=qemu"
ALL = itertools.product(("mixed", "off", "4k", "4m"), ("kernel", "user"), ("4", "16", "128"))
SAMPLE = [("mixed", "user", "4"), ("off", "kernel", "128"), ("4k", "user", "16"),
          ("4m", "kernel", "4"), ("4m", "user", "128")]


@pytest.mark.parametrize("kind, ring, megabytes", fast_cases(
    len(SAMPLE), [*SAMPLE, *(case for case in ALL if case not in SAMPLE)]))
def test_programs_give_their_results(qemu, records, kind, ring, megabytes):
    run = qemu(f"{PROGRAMS} paging={kind} privilege={ring}", "-m", megabytes,
               image="bareprobe-test")
    wire = records(run.stdout)
    timed = {r["bench"] for r in wire if r["ev"] == "time"}
    assert {"thesis/lzw", "memory/pages"} == timed and wire[-1]["errors"] == "0"


@pytest.mark.parametrize("kind", fast_cases(2, ("4m", "mixed", "off", "4k")))
def test_without_pse(qemu, records, kind):
    run = qemu(f"{PROGRAMS} paging={kind}", "-cpu", "pentium,-pse")
    wire = records(run.stdout)
    errors = [r["what"] for r in wire if r["ev"] == "error"]
    if kind == "4m":
        assert errors == ["paging: '4m': this processor has no 4 MB pages (CPUID shows no PSE); "
                          "allowed: mixed, off, 4k"]
        assert not [r for r in wire if r["ev"] == "result"]
    else:
        assert not errors and [r for r in wire if r["ev"] == "result"]
