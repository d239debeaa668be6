# SPDX-License-Identifier: MIT
"""QEMU's Pentium has the counters and none of them counts. Where QEMU says that it is QEMU that is
no fault; where it does not, it is a Pentium on which nothing counts, and the run must fail."""
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
    # What can be measured is measured all the same.
    assert {record["status"] for record in wire
            if record["ev"] == "result" and record["event"] == "time_stamp"} == {"ok"}


def test_ablation_that_cannot_be_seen_is_left_out(qemu, records):
    wire = records(qemu(SETTINGS + " ablate=branch,vpipe", "-cpu", "pentium").stdout)
    switches = {record["name"]: record["status"] for record in wire
                if record["ev"] == "selftest" and record["name"].startswith("ablate_")}
    assert switches == {"ablate_branch": "unsupported", "ablate_vpipe": "unsupported"}
    assert {record["ablate"] for record in wire if record["ev"] == "result"} == {"none"}
    assert wire[-1]["status"] == "ok"
