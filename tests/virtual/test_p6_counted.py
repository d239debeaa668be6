# SPDX-License-Identifier: MIT
"""The kernel counts on a virtual P6 with the probes of all benchmarks, and reports what it cannot
count. bench/thesis/program1.asm: a loop of a hundred iterations of three instructions, the last of
them a branch, and five instructions around it: 305 instructions and 100 branches, 99 of them taken;
in any ring, on every processor. The cost of a region's own probes is calibrated and subtracted."""
import pytest

from tiers import fast_cases

MHZ = "100"  # the slowest: what the kernel waits for in real time takes the fewest clocks


def measure(vpentium, records, cpu, settings):
    run = vpentium(f"command=thesis/program1 repetitions=3 exit=qemu {settings}", "-cpu", cpu,
                   "-mhz", MHZ)
    wire = records(run.stdout)
    assert (run.returncode, wire[-1]["status"]) == (0, "ok")
    return wire


def results(wire):
    """Returns results by name and ring. They arrive pass by pass, not in the order of the
    request."""
    return {(record["event"], record["ring"]): record for record in wire
            if record["ev"] == "result"}


def check_counts(wire, ring):
    means = {key: float(record["mean"]) for key, record in results(wire).items()}
    assert means.pop(("time_stamp", "both")) > 0
    assert means == {("inst_retired", ring): 305, ("br_inst_retired", ring): 100,
                     ("br_taken_retired", ring): 99, ("inst_retired", "both"): 305}


EVENTS = "events=instructions,br_inst_retired,br_taken_retired,inst_retired:uk,time_stamp"


@pytest.mark.parametrize("cpu, privilege", fast_cases(1, [
    ("p3", "user"), ("p2", "kernel"), ("p2", "user"), ("p3", "kernel")]))
def test_instructions_and_branches_are_exact(vpentium, records, cpu, privilege):
    wire = measure(vpentium, records, cpu, f"privilege={privilege} {EVENTS}")
    assert [record["status"] for record in wire if record["ev"] == "selftest"] == ["ok"] * 7
    check_counts(wire, privilege)


@pytest.mark.full
def test_a_pentium_pro_with_erratum_26_is_not_given_rdpmc(vpentium, records):
    """On stepping 7 RDPMC in ring 3 can shut the processor down, so the kernel reads with RDMSR, in
    ring 0."""
    wire = measure(vpentium, records, "ppro", EVENTS)
    check_counts(wire, "kernel")
    assert {record["name"]: record["status"] for record in wire if record["ev"] == "selftest"} == {
        "evntsel": "ok", "ctr0": "ok", "ctr1": "ok", "rdpmc": "unsupported",
        "additivity_ctr0": "ok", "additivity_ctr1": "ok", "time_stamp": "ok"}
    assert {record["read_by"] for record in wire if record["ev"] == "calibration"} == {
        "rdmsr", "rdtsc"}
    run = vpentium("command=thesis/program1 privilege=user exit=qemu", "-cpu", "ppro",
                   "-mhz", MHZ)
    assert run.returncode == 1
    assert "needs a working RDPMC on this processor; allowed: kernel" in run.stdout


@pytest.mark.parametrize("cpu", ["p2"])
def test_each_empty_region_costs_the_same(vpentium, records, cpu):
    """Reads are serialised: 20 repetitions have no deviation, in clocks either."""
    wire = measure(vpentium, records, cpu, "events=clocks,uops_retired,inst_retired,time_stamp")
    costs = [record for record in wire if record["ev"] == "calibration"]
    assert len(costs) == 4
    assert all(record["min"] == record["max"] and record["status"] == "ok" for record in costs)


def test_modifiers_reach_the_counters(vpentium, records):
    """Clocks in which any of 305 instructions retire are at most 305, and those in which fewer
    retire are the rest of all clocks. The record names a part of an event."""
    found = results(measure(vpentium, records, "p3", "events=inst_retired:c=1,inst_retired:c=1:i,"
                            "cpu_clk_unhalted,l2_ld:mes"))
    means = {name: float(result["mean"]) for (name, _), result in found.items()}
    assert 0 < means["inst_retired:c=1"] <= 305
    assert abs(means["inst_retired:c=1"] + means["inst_retired:c=1:i=1"]
               - means["cpu_clk_unhalted"]) <= 1
    assert int(found["l2_ld:mes", "kernel"]["code"], 0) == 0x29


def test_what_the_model_does_not_count_is_no_zero(vpentium, records):
    found = results(measure(vpentium, records, "ppro", "events=br_bogus,r0049,inst_retired"))
    assert {name: result["status"] for (name, _), result in found.items()} == {
        "br_bogus": "unsupported", "r0049": "unsupported", "inst_retired": "ok"}
    assert "mean" not in found["br_bogus", "kernel"]
