# SPDX-License-Identifier: MIT
"""Tests paging= on QEMU instead of vpentium: programs with checked results, and no large pages."""
import pytest

PROGRAMS = "command=thesis/lzw,memory/pages events=time_stamp repetitions=2 exit=qemu"
KINDS = pytest.mark.parametrize("kind", ("mixed", "off", "4k", "4m"))


@KINDS
@pytest.mark.parametrize("ring", ("kernel", "user"))
@pytest.mark.parametrize("megabytes", ("4", "16", "128"))
def test_programs_give_their_results(qemu, records, kind, ring, megabytes):
    run = qemu(f"{PROGRAMS} paging={kind} privilege={ring}", "-m", megabytes,
               image="bareprobe-test")
    wire = records(run.stdout)
    timed = {r["bench"] for r in wire if r["ev"] == "time"}
    assert {"thesis/lzw", "memory/pages"} == timed and wire[-1]["errors"] == "0"


@KINDS
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
