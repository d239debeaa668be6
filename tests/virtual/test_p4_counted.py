# SPDX-License-Identifier: MIT
"""The kernel counts on a virtual Pentium 4, and what it counts is what a Pentium counts of the same
bytes, or differs by definition; by plain events and by tags alike."""
import pytest

PENTIUM = ("instructions_executed", "branches", "data_read", "data_write",
           "misaligned_data_memory_or_IO_references")
PENTIUM_4 = ("instr_retired", "branch_retired", "memory_loads", "memory_stores")


@pytest.fixture(name="measure", scope="module")
def fixture_measure(vpentium, records):
    def run(command, cpu, events, *options, settings=""):
        done = vpentium(f"command={command} events={','.join(events)} repetitions=2 exit=qemu "
                        f"{settings}", "-cpu", cpu, *options)
        wire = records(done.stdout)
        assert [record["what"] for record in wire if record["ev"] == "error"] == []
        assert (done.returncode, wire[-1]["status"]) == (0, "ok")
        return wire
    return run


def counts(wire):
    """{(benchmark, region, event): what it counts itself}: without the probes of regions within it,
    whose code is another on each family."""
    return {(record["bench"], record["region"], record["event"]):
            float(record["mean"]) - float(record.get("inner_cost", 0))
            for record in wire if record["ev"] == "result"}


@pytest.mark.parametrize("command,results", (("thesis/*", 8), ("apps/*", 67)))
def test_counts_are_a_pentiums(measure, command, results):
    """Instructions and branches are equal. Of references a Pentium counts both parts of one that is
    misaligned, and says how many were; loads and stores are accesses, tagged at the front end."""
    pentium = counts(measure(command, "p54c", PENTIUM))
    p4 = counts(measure(command, "northwood", PENTIUM_4))
    regions = sorted({key[:2] for key in pentium})
    assert len(regions) == results
    for region in regions:
        old = [pentium[*region, event] for event in PENTIUM]
        new = [p4[*region, event] for event in PENTIUM_4]
        assert (region, *old[:2]) == (region, *new[:2])
        assert (region, old[2] + old[3] - old[4]) == (region, new[2] + new[3])
