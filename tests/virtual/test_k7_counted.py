# SPDX-License-Identifier: MIT
"""The kernel counts on a virtual Athlon all benchmarks of thesis/ and apps/. The counts
equal those of a Pentium for the same bytes, or differ by definition."""
import pytest

from tiers import fast_cases

# The slowest clocks: what the kernel waits for in real time takes the fewest of them.
MHZ = {"p54c": "60", "k7": "500"}
SAME = (("instructions_executed", "retired_instructions"), ("branches", "retired_branches"))
READ = ("data_read_or_write", "data_cache_accesses")
PARTS = "misaligned_data_memory_or_IO_references"


@pytest.fixture(name="measure", scope="module")
def fixture_measure(vpentium, records):
    def run(command, cpu, *events):
        done = vpentium(f"command={command} events={','.join(events)} repetitions=2 exit=qemu",
                        "-cpu", cpu, "-mhz", MHZ[cpu])
        wire = records(done.stdout)
        assert [record["what"] for record in wire if record["ev"] == "error"] == []
        assert (done.returncode, wire[-1]["status"]) == (0, "ok")
        return wire
    return run


def counts(wire):
    """Returns {(benchmark, region, event): count}, without regions that contain probes, whose code
    differs between families. The first begin of a region in a run also clears its sums, which
    `inner_cost` does not contain."""
    return {(record["bench"], record["region"], record["event"]): float(record["mean"])
            for record in wire if record["ev"] == "result" and "inner_begins" not in record}


@pytest.mark.parametrize("command,results", fast_cases(
    1, (("thesis/pro*", 2), ("thesis/*", 6), ("apps/*", 67))))
def test_counts_are_a_pentiums(measure, command, results):
    """Instructions and branches are equal. References differ for misaligned accesses: a Pentium
    counts both parts and has an event for their number; the Athlon counts one access."""
    pentium = counts(measure(command, "p54c", SAME[0][0], SAME[1][0], READ[0], PARTS))
    athlon = counts(measure(command, "k7", SAME[0][1], SAME[1][1], READ[1]))
    regions = sorted({key[:2] for key in pentium})
    assert len(regions) == results
    for old, new in SAME:
        assert [(*key, pentium[*key, old]) for key in regions] == \
            [(*key, athlon[*key, new]) for key in regions]
    assert [(*key, pentium[*key, READ[0]] - pentium[*key, PARTS]) for key in regions] == \
        [(*key, athlon[*key, READ[1]]) for key in regions]


def test_all_four_counters_and_what_is_not_counted(measure):
    """Program 1 has 305 instructions, 100 branches and 99 taken ones on every counter. 57 events on
    four counters need nine passes or more. An event that the model lacks has no number."""
    wire = measure("thesis/program1", "k7", "retired_instructions", "retired_branches",
                   "retired_taken_branches", "retired_far_control_transfers", "retired_ops",
                   "icu_full", "retired_near_returns")
    found = {record["event"]: record for record in wire if record["ev"] == "result"}
    assert {name: float(record["mean"]) for name, record in found.items()
            if record["status"] == "ok"} == {
                "retired_instructions": 305, "retired_branches": 100,
                "retired_taken_branches": 99, "retired_far_control_transfers": 0,
                "retired_near_returns": 0}
    assert {name for name, record in found.items() if record["status"] == "unsupported"} == \
        {"retired_ops", "icu_full"}
    assert {int(record["counter"]) for record in found.values()
            if record["status"] == "ok"} == {0, 1, 2, 3}


@pytest.mark.full
def test_clocks_do_not_depend_on_the_fraction_of_a_clock_before_a_probe(measure):
    """The clocks of a region between two CPUIDs are the same after any other code, and whether a
    probe reads two or four counters. The regions are entered 8 times; none of their branches is
    mispredicted."""
    events = ("cpu_clk_unhalted", "retired_branches", "data_cache_accesses", "data_cache_misses")
    found = set()
    for before in ("", "pipe/agi,", "pipe/dependence,"):
        for counted in (events[:1], events):
            clocks = counts(measure(f"{before}pipe/first_execution", "k7", *counted))
            found.add(tuple(clocks["pipe/first_execution", str(region), "cpu_clk_unhalted"]
                            for region in range(4)))
    assert len(found) == 1, found
