# SPDX-License-Identifier: MIT
"""A region that writes a counter by WRMSR has no number for it: `reprogrammed`, with the counters
in `counters_written`. Other counters and other regions keep theirs."""
import pytest

from tiers import fast_cases

SETTINGS = "repetitions=2 exit=qemu report=records"
# Two events of each family that the counters which the benchmark writes count in one pass.
EVENTS = {"p54c": "instructions_executed,data_write", "p2": "inst_retired,br_inst_retired",
          "k7": "retired_instructions,retired_branches",
          "northwood": "branch_retired,instr_retired"}
FIRST = {"northwood": 12}  # counter 0 of the others


def results(wire):
    """{(region, counter): record} of the results."""
    return {(r["region"], int(r["counter"])): r for r in wire if r["ev"] == "result"}


def written(wire):
    """{(region, counter): mask} of the results that have no number."""
    found = results(wire)
    assert {r["status"] for r in found.values()} <= {"ok", "reprogrammed"}
    assert all(("mean" in r) == (r["status"] == "ok") for r in found.values())
    return {at: int(r["counters_written"], 16) for at, r in found.items()
            if r["status"] == "reprogrammed"}


@pytest.mark.parametrize("cpu", fast_cases(2, ("p54c", "p2", "k7", "northwood")))
def test_a_counter_set_forward_or_back(vpentium, records, cpu):
    """By the benchmark's code: region 0 writes counter 1, region 1 counter 0. Neither moves it back
    to before the region's begin, so the samples do not show it."""
    wire = records(vpentium(f"command=written/forward events={EVENTS[cpu]} {SETTINGS}",
                            "-cpu", cpu, image="bareprobe-test").stdout)
    assert len(results(wire)) == 8
    first = FIRST.get(cpu, 0)
    assert written(wire) == {("0", first + 1): 2 << first, ("1", first): 1 << first}
    assert all(float(r["mean"]) < 100 for r in results(wire).values() if r["status"] == "ok")
    assert wire[-1]["status"] == "ok"


def test_a_whole_run_includes_writes_outside_regions(vpentium, records):
    wire = records(vpentium("command=written/forward use_assembly_regions=no "
                            f"events={EVENTS['p54c']} {SETTINGS}", image="bareprobe-test").stdout)
    assert written(wire) == {("whole", 0): 3, ("whole", 1): 3}


def test_another_selection(vpentium, records):
    """CESR is written three times; only region 1 changes what is counted."""
    wire = records(vpentium(f"command=written/selectors events={EVENTS['p54c']} {SETTINGS}",
                            image="bareprobe-test").stdout)
    assert written(wire) == {("1", 0): 3, ("1", 1): 3}


def test_the_rest_of_the_run_is_the_same(vpentium, records):
    """The runs that find the writes come after those that count."""
    events = f"events={EVENTS['p54c']} {SETTINGS}"

    def counted(command):
        wire = records(vpentium(f"command={command} {events}", image="bareprobe-test").stdout)
        return [(r["region"], r["event"], r["mean"]) for r in wire
                if r["ev"] == "result" and r["bench"] == "thesis/program1"]
    assert counted("written/forward,thesis/program1") == counted("thesis/program1")


def test_the_text_report_names_them(vpentium):
    text = vpentium(f"command=written/forward events={EVENTS['p54c']} repetitions=2 exit=qemu "
                    "report=text", image="bareprobe-test").stdout
    lines = [line.strip() for line in text.splitlines()]
    masks = [line for line in lines if "mask" in line]
    assert masks == ["the region writes counters: mask 0x2", "the region writes counters: mask 0x1"]
