# SPDX-License-Identifier: MIT
"""Tests a Pentium whose counters exist but do not count, as in QEMU. The run passes if QEMU
identifies itself and must fail if it does not, since it then is a Pentium with dead counters."""
import pytest

SETTINGS = "command=thesis/hello events=branches,time_stamp repetitions=2 exit=qemu"


@pytest.mark.parametrize("cpu, platform, status, errors", [
    ("pentium", "emulator", "ok", 0), ("pentium,tcg-cpuid=off", "silicon", "failed", 1)])
def test_a_pentium_on_which_nothing_counts_has_failed(qemu, records, cpu, platform, status, errors):
    run = qemu(SETTINGS, "-cpu", cpu)
    wire = records(run.stdout)
    assert wire[0]["platform"] == platform
    assert (wire[-1]["ev"], wire[-1]["status"]) == ("done", status)
    assert int(wire[-1]["errors"]) == errors
    assert run.returncode == (status == "failed")
    said = [record["what"] for record in wire if record["ev"] == "error"]
    assert len(said) == errors
    assert all("no counter of this Pentium passed its self-test" in what for what in said)
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
