# SPDX-License-Identifier: MIT
"""The kernel counts on a virtual P6, by the probes that all benchmarks have, and says what it cannot.

bench/thesis/program1.asm: a loop of a hundred turns of three instructions, of which the last is a
branch, and five around it: 305 instructions and 100 branches, 99 of them taken; in any ring, whatever
the processor. A region's own probes are calibrated away."""
import pytest


def measure(vpentium, records, cpu, settings):
    run = vpentium(f"command=thesis/program1 repetitions=3 exit=qemu {settings}", "-cpu", cpu)
    wire = records(run.stdout)
    assert (run.returncode, wire[-1]["status"]) == (0, "ok")
    return wire


def results(wire):
    return {record["event"]: record for record in wire if record["ev"] == "result"}


@pytest.mark.parametrize("cpu", ["ppro", "p2", "p3"])
@pytest.mark.parametrize("privilege", ["kernel", "user"])
def test_instructions_and_branches_are_exact(vpentium, records, cpu, privilege):
    wire = measure(vpentium, records, cpu, f"privilege={privilege} events=instructions,"
                   "br_inst_retired,br_taken_retired,inst_retired:uk,time_stamp")
    assert [record["status"] for record in wire if record["ev"] == "selftest"] == ["ok"] * 6
    means = [float(record["mean"]) for record in wire if record["ev"] == "result"]
    assert means[:4] == [305, 100, 99, 305]
    assert means[4] > 0


@pytest.mark.parametrize("cpu", ["p2"])
def test_each_empty_region_costs_the_same(vpentium, records, cpu):
    """Serialised reads: 20 repetitions without a deviation, in clocks too."""
    wire = measure(vpentium, records, cpu, "events=clocks,uops_retired,inst_retired,time_stamp")
    costs = [record for record in wire if record["ev"] == "calibration"]
    assert len(costs) == 4
    assert all(record["min"] == record["max"] and record["status"] == "ok" for record in costs)


def test_modifiers_reach_the_counters(vpentium, records):
    """Clocks in which any of 305 instructions retire are at most 305, and those with less are what
    is left of all clocks; a part of an event is named on the wire."""
    found = results(measure(vpentium, records, "p3", "events=inst_retired:c=1,inst_retired:c=1:i,"
                            "cpu_clk_unhalted,l2_ld:mes,r0fc0"))
    means = {name: float(result.get("mean", -1)) for name, result in found.items()}
    assert 0 < means["inst_retired:c=1"] <= 305
    assert abs(means["inst_retired:c=1"] + means["inst_retired:c=1:i=1"]
               - means["cpu_clk_unhalted"]) <= 1
    assert "l2_ld:mes" in found and int(found["l2_ld:mes"]["code"], 0) == 0x29


def test_what_the_model_does_not_count_is_no_zero(vpentium, records):
    found = results(measure(vpentium, records, "ppro", "events=sb_drains,r0049,inst_retired"))
    assert [found[name]["status"] for name in ("sb_drains", "r0049", "inst_retired")] == [
        "unsupported", "unsupported", "ok"]
    assert "mean" not in found["sb_drains"]
