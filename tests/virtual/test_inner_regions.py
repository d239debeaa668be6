# SPDX-License-Identifier: MIT
"""Regions that contain probes of other regions (tests/bench/region/within.asm).

A begin is 15 instructions, an end 26 (tests/build/test_probes.py). A begin reads memory once for
its entries and eight times in POPA: 9. An end reads 4 operands of SUB and SBB, 4 of ADD and ADC, 4
of MOV, INC, SUB and OR, 1 of POPF and 8 of POPA: 21. Through ring 3's gate each of a probe's two
reads costs the same, plus reads of data, IDT, GDT, TSS and the frame of IRET.
"""
import pytest

from tiers import full

BEGIN, END = {"instructions_executed": 15, "data_read": 9}, {"instructions_executed": 26,
                                                            "data_read": 21}
EVENTS = "instructions_executed,data_read,count_clocks"
HELD = {0: (100, 100), 3: (1, 0), 4: (0, 1), 5: (6, 6)}  # begins, ends
TURNS = 100
P55C = ("-cpu", "p55c")


@pytest.fixture(name="run", scope="module")
def fixture_run(vpentium, records):
    def run(settings, bench="region/within", options=(), repetitions=3):
        return records(vpentium(f"command={bench} repetitions={repetitions} exit=qemu {settings}",
                                *options, image="bareprobe-test").stdout)
    return run


def results_of(wire):
    return {(int(r["region"]) if r["region"] != "whole" else "whole", r["event"], r["state"]): r
            for r in wire if r["ev"] == "result"}


def held(result):
    return int(result.get("inner_begins", 0)), int(result.get("inner_ends", 0))


@pytest.mark.parametrize("options", ((), P55C), ids=("p54c", "p55c"))
@pytest.mark.parametrize("ring", ("kernel", "user"))
def test_all_are_found_and_told(run, ring, options):
    """
    The nested-region overhead that a region reports must be exact: the difference of regions 0 and
    2 is the probes of 100 entries, to the last instruction and read. In clocks a probe prevents
    pairing of the instructions before and after it: at most one clock each, and MOV's address may
    be ready one clock later or sooner.
    """
    results = results_of(run(f"events={EVENTS} privilege={ring} state=both", options=options))
    for (region, event, _), result in results.items():
        assert result["status"] == "ok"
        assert held(result) == HELD.get(region, (0, 0))
        assert ("inner_cost" in result) is (region in HELD)
        if region in HELD and ring == "kernel" and event in BEGIN:
            begins, ends = HELD[region]
            assert float(result["inner_cost"]) == begins * BEGIN[event] + ends * END[event]
    for event in EVENTS.split(","):
        for state in ("warm", "cold"):
            whole, bare = (results[region, event, state] for region in (0, 2))
            share = float(whole["mean"]) - float(bare["mean"])
            if event != "count_clocks":
                assert share == float(whole["inner_cost"])
            elif state == "warm":
                assert abs(share - float(whole["inner_cost"])) <= 3 * TURNS
            else:  # the first run fetches the probes' code: two probes of two or three lines
                assert float(whole["inner_cost"]) - 3 * TURNS <= share
                assert share <= float(whole["inner_cost"]) + 3 * TURNS + 6 * 30


# If probes call a routine, the first begin of a region clears the sums of further counters: on a
# P6 and a K7 two of two words, by four MOVs; on a Pentium 4 16 of two words, in a loop of four
# instructions after ADD, MOV and XOR.
FIRST_BEGIN = {"p2": 4, "k7": 4, "northwood": 3 + 2 * 16 * 4, "prescott": 3 + 2 * 16 * 4}


@pytest.mark.parametrize("cpu, event", [
    ("northwood", "instr_retired"), full(("prescott", "instr_retired")),
    full(("p2", "inst_retired")), full(("k7", "retired_instructions"))])
def test_the_first_entry_of_a_nested_region_is_not_the_cost_of_all(run, cpu, event):
    """Region 0 contains 100 entries of region 1, region 2 has the same code without them."""
    found = results_of(run(f"events={event}", options=("-cpu", cpu), repetitions=2))
    whole, bare = (found[region, event, "warm"] for region in (0, 2))
    share = float(whole["mean"]) - float(bare["mean"])
    assert share - float(whole["inner_cost"]) == FIRST_BEGIN[cpu]


def test_an_estimate_is_not_more_than_the_count(run):
    """An end in another state takes longer than the calibrated one: tests/bench/region/
    end_offsets.asm. The clocks of a whole run are mostly those of the probes."""
    found = results_of(run("events=clocks use_assembly_regions=no", bench="region/end_offsets",
                           options=("-cpu", "p2"), repetitions=2))
    for result in found.values():
        assert 0 < float(result["inner_cost"]) <= float(result["mean"])


@pytest.mark.parametrize("settings", (
    f"events={EVENTS} skip_initialization_run=yes", f"events={EVENTS} batches=2",
    f"events={EVENTS} max_regions=8", f"events={EVENTS} repeat_first_run=yes",
    f"events={EVENTS},time_stamp ablate=vpipe,l1", "events=time_stamp"))
def test_in_each_way_to_measure(run, settings):
    results = results_of(run(settings))
    assert {region: held(r) for (region, _, _), r in results.items() if held(r) != (0, 0)} == HELD
    assert all("inner_cost" in r for (region, _, _), r in results.items() if region in HELD)


def test_a_whole_run_holds_all_but_a_first(run):
    """An empty run also has a begin and an end, so one of the 100 + 1 + 1 + 1 + 1 + 3 + 6 + 1 pairs
    belongs to it."""
    result, = results_of(run("events=data_read use_assembly_regions=no")).values()
    assert held(result) == (113, 113)
    assert float(result["inner_cost"]) == 113 * (9 + 21)


@pytest.mark.parametrize("bench, holds", [
    ("region/nested", {1: (4, 3), 3: (0, 1)}),  # 3 entries of region 2, and the begin of region 3
    ("region/all", {}), ("region/figure_4_5", {}), ("region/exits", {}),
])
def test_others_say_what_they_hold(run, bench, holds):
    results = results_of(run("events=instructions_executed", bench))
    assert {n: held(r) for (n, _, _), r in results.items() if held(r) != (0, 0)} == holds


def test_broken_regions_hold_nothing(run):
    for result in results_of(run("events=data_read", "region/unpaired")).values():
        assert held(result) == (0, 0)


def test_stubs_have_no_price(run):
    """Their cost is not that of the probes: stubs are counted, but no estimate is made."""
    results = results_of(run("events=data_read", "libp5mon/figure_5_10"))
    assert not any("inner_cost" in r for r in results.values())


def test_a_run_more_where_there_are_several_regions_alone(run):

    """A pass of a repetition has a run that finds the regions, an uncounted run and a counted run.
    There is one more run if there are several regions; if a region contains others, three more
    measure the overhead.
    """
    def runs(bench):
        return int(run("events=data_read", bench, repetitions=1)[-1]["runs"])
    alone, beside, within = runs("region/exits"), runs("region/figure_4_5"), runs("region/within")
    assert (beside - alone, within - alone) == (1, 1 + 3)


def test_the_text_says_it_below_the_result(vpentium):
    run = vpentium("command=region/within events=data_read report=text exit=qemu",
                   image="bareprobe-test")
    lines = run.stdout.splitlines()
    at = lines.index("    Region 0, entered 1 times and exited 1 times:")
    assert lines[at + 1:at + 4] == [
        "        contains 100 begins and 100 ends of other regions; their probes are counted",
        "        Data Read: 3100.0 +/- 0.0 (0.000%) [3100.0]",
        "            about 3000 are other regions' probes"]
    assert sum("other regions" in line for line in lines) == 2 * len(HELD)
