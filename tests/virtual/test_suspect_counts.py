# SPDX-License-Identifier: MIT
"""A machine whose counters lose counts or count twice: impossible counts are marked as suspect."""
import re

import pytest

from tiers import fast_cases

PROGRAM = "command=thesis/hello events=all repetitions=1 exit=qemu trust=all"
# The places of the slips depend on the image; with one seed alone, none may violate a rule.
SLIPS = [("-seed", str(seed), "-set", "silicon.counter_slip=2") for seed in range(1, 6)]
# The first event of a pair is a part of the second (thesis, Appendix A).
PARTS = [("data_read_miss", "data_read"), ("data_write_miss", "data_write"),
         ("data_read", "data_read_or_write"), ("data_write", "data_read_or_write"),
         ("data_read_or_write_miss", "data_read_or_write"), ("data_tlb_miss", "data_read_or_write"),
         ("write_to_M_or_E_lines", "data_write"), ("code_cache_miss", "code_read"),
         ("code_tlb_miss", "code_read"), ("btb_hits", "branches"),
         ("taken_branch_or_btb_hit", "branches"), ("branches", "instructions_executed")]


def regions_of(wire):
    """Returns a dictionary for each region: its results by event."""
    regions = {}
    for record in wire:
        if record["ev"] == "result" and record["status"] == "ok":
            regions.setdefault(record["region"], {})[record["event"]] = record
    return list(regions.values())


def impossible_of(results):
    """Returns the number of impossible pairs of a region. They and all counts below 0 are marked.
    There is one repetition: each count is a single sample. The mark is at the event that was
    counted last. The range of the probes' own counts is allowed for."""
    impossible = 0
    for part, whole in PARTS:
        least = float(results[part]["mean"]) - float(results[part].get("probe_high", 0))
        most = float(results[whole]["mean"]) - float(results[whole].get("probe_low", 0))
        if least > most:
            impossible += 1
            assert "suspect" in results[part] or "suspect" in results[whole], (part, whole)
    for event, result in results.items():
        least = float(result.get("probe_low", 0))
        if float(result["mean"]) < least - 0.001:  # one sample has no interval
            assert result["suspect"] == "the whole interval is below 0", event
    return impossible


@pytest.mark.full
def test_a_part_that_exceeds_the_whole_is_suspect(vpentium, records):
    runs = [records(vpentium(f"{PROGRAM} report=records", *slips).stdout) for slips in SLIPS]
    assert sum(impossible_of(results) for run in runs for results in regions_of(run)) > 2


def test_the_text_report_counts_them(vpentium):
    for slips in SLIPS:
        text = vpentium(f"{PROGRAM} report=text", *slips).stdout
        reasons = re.findall("^ +suspect: (.*)$", text, re.M)
        if reasons:
            break
    assert reasons and f", {len(reasons)} suspect: " in text.splitlines()[-1]


def test_right_counts_are_not_suspect(vpentium):
    done = vpentium(f"{PROGRAM} report=text")
    assert done.returncode == 0 and "suspect" not in done.stdout


@pytest.mark.parametrize("cpu", fast_cases(1, ("p54c", "p55c")))
def test_a_displaced_stack_is_not_suspect(vpentium, records, cpu):
    """Regions whose reads all miss. The region before has displaced the lines that POPA of a begin
    probe reads again, or the region the page into which PUSHA of its end stores (bench/memory/
    data_tlb.c): more misses than accesses, but the probes' own."""
    wire = records(vpentium(
        "command=memory/data_size,memory/write_miss,memory/data_tlb:page=4K "
        "events=data_read,data_read_miss,data_write,data_write_miss,data_read_or_write,"
        "data_read_or_write_miss,data_tlb_miss "
        "repetitions=1 exit=qemu", "-cpu", cpu).stdout)
    found = [r for results in regions_of(wire) for r in results.values()]
    assert any(float(results[part]["mean"]) > float(results[whole]["mean"])
               for results in regions_of(wire) for part, whole in PARTS if part in results)
    assert found and not [r for r in found if "suspect" in r]
    assert wire[-1]["status"] == "ok"


def test_a_counter_that_went_back_has_no_number(vpentium, records):
    """Regions 8 and 9 of choice/registers write the counter that counts no clocks, CTR1 here, with
    a value that it had before."""
    wire = records(vpentium("command=choice/registers events=count_clocks,instructions_executed "
                            "repetitions=2 exit=qemu").stdout)
    found = {(int(r["region"]), r["event"]): r for r in wire if r["ev"] == "result"}
    for (region, event), result in found.items():
        written = region in (8, 9) and event == "instructions_executed"
        assert result["status"] == ("reprogrammed" if written else "ok")
        assert written or 0 < float(result["mean"]) < 1000
        assert "suspect" not in result


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 7))
def test_clocks_of_one_repetition_are_not_suspect_on_a_rough_machine(vpentium, seed):
    """In region 16 each access waits for the bus, so the clocks of the bus are almost all clocks.
    They are counted in different repetitions, whose memory is refreshed at other times. The port of
    a rough machine loses bytes."""
    output = vpentium(
        "command=memory/code_cache events=count_clocks,clocks_while_bus_cycle_in_progress "
        "repetitions=1 exit=qemu", "-silicon", "rough", "-seed", str(seed)).stdout
    assert output.count(" ev=result ") > 30 and "suspect=" not in output


@pytest.mark.full
def test_a_region_is_compared_with_the_whole_run_of_the_same_repetition(vpentium):
    """The board's cache of a rough machine makes repetitions of a copy of 1 MB differ by a tenth.
    Clocks are counted in a later pass than the first one."""
    output = vpentium("command=memory/copy:size=1M:by=f* events=all repetitions=1 exit=qemu "
                      "noise=0", "-silicon", "rough").stdout
    assert output.count(" ev=result ") > 60 and "suspect=" not in output
