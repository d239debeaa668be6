# SPDX-License-Identifier: MIT
"""Tests a Pentium whose counters exist but do not count, as in QEMU. The run passes, since QEMU is
recognised: by its leaf, or by what differs from a chip. tests/virtual/test_platform.py tests such a
machine that is not recognised."""
import pytest

SETTINGS = "command=thesis/hello events=branches,time_stamp repetitions=2 exit=qemu"


@pytest.mark.parametrize("cpu", ["pentium", "pentium,tcg-cpuid=off"])
def test_an_emulator_on_which_nothing_counts_is_ok(qemu, records, cpu):
    run = qemu(SETTINGS, "-cpu", cpu)
    wire = records(run.stdout)
    assert wire[0]["platform"] == "emulator"
    assert (wire[-1]["ev"], wire[-1]["status"], wire[-1]["errors"]) == ("done", "ok", "0")
    assert run.returncode == 0
    # The time-stamp counter is still measured.
    assert {record["status"] for record in wire
            if record["ev"] == "result" and record["event"] == "time_stamp"} == {"ok"}


def test_ablation_that_cannot_be_seen_is_left_out(qemu, records):
    wire = records(qemu(SETTINGS + " ablate=branch,vpipe", "-cpu", "pentium").stdout)
    switches = {record["name"]: record["status"] for record in wire
                if record["ev"] == "selftest" and record["name"].startswith("ablate_")}
    assert switches == {"ablate_branch": "unsupported", "ablate_vpipe": "unsupported"}
    assert {record["ablate"] for record in wire if record["ev"] == "result"} == {"none"}
    assert wire[-1]["status"] == "ok"
