# SPDX-License-Identifier: MIT
"""Counts of a region's own probes that calibration cannot know (kernel/measure/experiment/
probe_ranges.h).

PUSHA of an end probe stores eight words. A store that misses L1 brings no line in (Pentium
Processor Family Developer's Manual, 18.2), so a region that displaced the line below ESP adds a
data_write_miss for each word in it, and takes a write_to_M_or_E_lines away, which the calibrated
empty region has. POPA of a begin probe reads the words after the counters, so each line that was
displaced before the region is a data_read_miss.
"""
import itertools
import re

import pytest

from tiers import full

P55C = ("-cpu", "p55c")
CHIPS = pytest.mark.parametrize("options", ((), P55C), ids=("p54c", "p55c"))
SAMPLE = pytest.mark.parametrize("options", ((), full(pytest.param(P55C, id="p55c"))))
WRITES = "data_write_miss,write_to_M_or_E_lines,data_read_or_write_miss"
MISSES = "data_read_miss," + WRITES
# Words in displaced lines into which PUSHA stores between the reads of a region's counters, by
# region of tests/bench/region/stack_lines.asm. 6 contains 7, whose end has a PUSHF after the reads,
# which stores into the lower line too; 11 contains the begin of 12.
WORDS = {0: 0, 1: 8, 2: 2, 3: 6, 4: 0, 5: 3 * 8, 6: 8 + 1, 7: 8, 8: 0, 9: 0, 10: 0, 11: 8, 12: 0}
# Displaced lines that POPA reads between them: of 7's end in 6, of each begin from 8 on.
LINES = {**{region: 0 for region in range(8)}, 6: 2, 8: 2, 9: 1, 10: 1, 11: 2, 12: 2}
# Regions whose own code misses nothing, and those that store nothing.
EMPTY, STORES_NOTHING = (0, 8, 9, 10, 12), (*range(6), 7, *range(8, 13))


@pytest.fixture(name="results", scope="module")
def fixture_results(vpentium, records):
    def run(settings, options=(), image="bareprobe-test"):
        wire = records(vpentium(f"{settings} exit=qemu", *options, image=image).stdout)
        assert wire[-1]["status"] == "ok"
        return [r for r in wire if r["ev"] == "result"]
    return run


def ranges(result):
    assert ("probe_low" in result) is ("probe_high" in result)
    return float(result.get("probe_low", 0)), float(result.get("probe_high", 0))


@CHIPS
@pytest.mark.parametrize("settings", (
    "", "privilege=user", "privilege=user probes=rdmsr", "batches=2",
    "privilege=user user_events=yes kernel_events=yes"))
def test_a_range_is_what_the_probes_miss(results, options, settings):
    for result in results(f"command=region/stack_lines events={MISSES} repetitions=2 {settings}",
                          options):
        words, lines = WORDS[int(result["region"])], LINES[int(result["region"])]
        assert ranges(result) == {
            "data_read_miss": (0, lines), "data_write_miss": (0, words),
            "write_to_M_or_E_lines": (-words, 0), "data_read_or_write_miss": (0, words + lines),
        }[result["event"]]


@CHIPS
def test_the_counts_are_the_probes(results, options):
    """A region's counts are the ends of the ranges if it misses nothing itself."""
    for result in results(f"command=region/stack_lines events={MISSES} repetitions=2", options):
        number, event, mean = int(result["region"]), result["event"], float(result["mean"])
        if number in STORES_NOTHING and event == "data_write_miss":
            assert mean == WORDS[number]
        if number in (*range(1, 6), *EMPTY) and event == "write_to_M_or_E_lines":
            assert mean == -WORDS[number]
        if number in EMPTY and event.startswith("data_read"):
            assert mean == LINES[number] + (WORDS[number] if "write" in event else 0)


@CHIPS
def test_a_sum_over_more_than_l1(results, options):
    """apps/checksum reads 32 KB, all sets of L1, and stores nothing."""
    for result in results(f"command=apps/checksum events={WRITES} repetitions=2", options,
                          image="bareprobe"):
        if result["event"] == "write_to_M_or_E_lines":
            assert float(result["mean"]) == -8 and ranges(result) == (-8, 0)
        else:
            assert ranges(result) == (0, 8)


@CHIPS
def test_a_cold_empty_region_reads_its_stack_once(results, options):
    """The first empty region of a cold run: its begin's POPA loads the stack's two lines, at most.
    Later ones find them in L1. Both are calibrated, so that no range remains."""
    read_misses = [r for r in results("command=region/figure_4_5 events=data_read_miss "
                                      "state=cold repetitions=2", options)]
    assert read_misses
    for result in read_misses:
        assert float(result["overhead"]) in (0, 1, 2)
        assert (float(result["mean"]), ranges(result)) == (0, (0, 0))


@CHIPS
def test_a_cold_begin_reads_more_lines_than_the_calibrated_one(results, options):
    """Region 0 is the first of a cold run, and the words of its PUSHA are in two lines. The
    overhead has as many lines as those of the empty region are in. All other regions are entered
    as in a warm run."""
    for result in results("command=region/stack_lines events=data_read_miss state=cold "
                          "repetitions=2", options):
        number = int(result["region"])
        lines = LINES[number] if number else 2 - float(result["overhead"])
        assert ranges(result) == (min(lines, 0), max(lines, 0))
        assert number not in EMPTY or float(result["mean"]) == lines


@SAMPLE
def test_no_count_is_below_its_range(results, options):
    """A sum that displaces the stack, and a region in a cold run whose probes are in the caches."""
    found = results("command=apps/checksum,apps/dct events=cache,stall,bus,clocks state=both "
                    "repetitions=2", options, image="bareprobe")
    below = [r for r in found if r["status"] == "ok" and float(r["mean"]) < 0]
    assert {r["bench"].split(":")[0] for r in below} == {"apps/checksum"}
    for result in below:
        assert float(result["mean"]) >= ranges(result)[0], result


@pytest.mark.parametrize("cpu, settings", [
    *(("p54c", s) for s in ("state=both", "batches=2", "cull=mad:5", "privilege=user",
                            "use_assembly_regions=no")),
    ("p55c", "state=both"), full(("p2", "")), full(("k7", "")), full(("northwood", ""))])
def test_a_mean_is_the_raw_one_without_the_overhead(results, cpu, settings):
    """Nothing is clamped or moved into the range."""
    found = results("command=region/exits,region/stack_lines events=clocks,instructions,"
                    f"time_stamp,data_write_miss? repetitions=2 {settings}", ("-cpu", cpu))
    counted = [r for r in found if r["status"] == "ok"]
    assert counted
    for result in counted:
        expected = float(result["raw"]) - int(result["entries"]) * float(result["overhead"])
        assert float(result["mean"]) == pytest.approx(expected, abs=1e-5 * int(result["entries"]))


@pytest.mark.parametrize("cpu", (full("k7"), "northwood"))
def test_called_probes_measure_ranges_with_more_than_two_counters(results, cpu):
    """Their routines find the slot of a region by the instruction after the read."""
    found = results("command=region/exits events=clocks:k,branches:k,instructions:u,instructions:k "
                    "repetitions=1", ("-cpu", cpu))
    assert [r["status"] for r in found] == 4 * ["ok"]
    assert all(ranges(r) == (0, 0) for r in found
               if float(r["mean"]) >= 0 and r["event"] not in CLOCKS)


# Events that "clocks" selects.
CLOCKS = ("cpu_clk_unhalted", "global_power_events")


def beyond_longer_regions(found):
    """By region of region/end_offsets.asm: what it counts beyond the least of those with as many
    NOPs or more, which take no less time. At least that count is its end probe's."""
    means = {int(r["region"]): float(r["mean"]) for r in found}
    return {region: mean - min(means[other] for other in means if other % 32 >= region % 32)
            for region, mean in means.items()}


LINES_OF_AN_END = 2  # of code, before its CALL: PUSHA, two MOVs and the CALL have 13 bytes
# Most clocks that an end in the caches takes beyond the calibrated one: uops retire three in a
# clock, and the end's first ones may retire with the region's last.
WARM_MOST = 6


@pytest.mark.parametrize("cpu, chain, code", [
    ("p2", 40, "ifu_ifetch_miss,br_miss_pred_retired"),
    full(("p3", 40, "ifu_ifetch_miss,br_miss_pred_retired")),
    full(("ppro", 40, "ifu_ifetch_miss,br_miss_pred_retired")),
    full(("k7", None, "instruction_cache_misses,retired_branches_mispredicted")),
    full(("northwood", 20, ""))])
def test_a_duration_has_the_range_of_end_probes_in_other_states(results, cpu, chain, code):
    """40 dependent ADDs take 40 clocks on a P6 and 20 on a Pentium 4, whose ALUs execute two in a
    clock. An end probe whose CALL is not predicted or whose line is not in the code cache adds
    clocks to them; a region with more misses of code has its own. On a K7 the first ADDs execute
    in parallel with the end of the begin probe. Where nothing misses, the range is small."""
    found = results(f"command=region/end_offsets events=clocks,{code} repetitions=2", ("-cpu", cpu))
    missed = {}
    for result in found:
        number = int(result["region"])
        if result["event"] not in CLOCKS:
            assert ranges(result) == (0, 0) or float(result["mean"]) > 0
            missed.setdefault(number, []).append(float(result["mean"]))
    found = [r for r in found if r["event"] in CLOCKS]
    assert len(found) == 64 and len(missed) == (64 if code else 0)
    added = beyond_longer_regions(found)
    assert chain is None or min(float(r["mean"]) for r in found) == chain
    misses = any(any(counts) for counts in missed.values())
    assert misses or cpu in ("k7", "northwood")  # a K7's may all hit, by the kernel's addresses
    assert not misses or max(added.values()) > 0
    for result in found:
        (low, high), number = ranges(result), int(result["region"])
        assert low <= 0 and high <= float(result["mean"]), result
        if not code or missed[number][0] <= LINES_OF_AN_END:
            assert added[number] <= high, result
        if code and not any(missed[number]) and cpu != "k7":
            assert high <= WARM_MOST, result
    if cpu in ("p2", "p3"):  # 16 KB of code cache
        assert sum(not any(counts) for counts in missed.values()) > 32


@pytest.mark.full
@pytest.mark.parametrize("cpu", ("p2", "p3", "ppro"))
def test_a_range_in_the_caches_is_a_small_part_of_a_short_loop(results, cpu):
    """Region 0 of thesis/program1 is a loop of 100 iterations and 305 instructions. Its last branch
    is mispredicted, but falls through, as no branch of a probe does. A K7 mispredicts taken ones
    there too."""
    found, = results("command=thesis/program1 events=clocks repetitions=2", ("-cpu", cpu),
                     image="bareprobe")
    low, high = ranges(found)
    assert low == 0 and 0 < high <= float(found["mean"]) / 10


@pytest.mark.full
@pytest.mark.parametrize("settings", ("state=cold", "skip_initialization_run=yes"))
def test_a_cold_end_has_a_wide_range(results, settings):
    """The code is not in the caches in the first repetition."""
    cold, warm = (results(f"command=thesis/program1 events=clocks repetitions=2 {words}",
                          ("-cpu", "p2"), image="bareprobe")[0] for words in (settings, ""))
    assert ranges(cold)[1] >= 5 * ranges(warm)[1] > 0


CALIBRATED = re.compile(r"^end_state_regions:.*\n(?:.*\n)*?.* jmp end_state_calls +(\d+) ", re.M)


@pytest.fixture(name="calibrated", scope="module")
def fixture_calibrated(vpentium, records, tmp_path_factory):
    """Returns executions of the calibrated regions, the results and the last record of a run."""
    def run(settings, cpu="p2"):
        listing = tmp_path_factory.mktemp("listing") / "listing"
        wire = records(vpentium(f"{settings} repetitions=2 exit=qemu", "-cpu", cpu, "-annotate",
                                str(listing), image="bareprobe-test").stdout)
        found = CALIBRATED.search(listing.read_text())
        return (int(found[1]) if found else 0, [r for r in wire if r["ev"] == "result"], wire[-1])
    return run


@pytest.mark.full
@pytest.mark.parametrize("command", ["region/exits", full("region/exits,region/figure_4_5")])
def test_end_probes_are_calibrated_when_a_result_needs_it(calibrated, command):
    """A calibration has 5 runs (one that finds the regions, two repetitions of two runs), once for
    all benchmarks. Machines that share a run may each make it, so it is not in the sums."""
    runs, results, last = calibrated(f"command={command} events=segment_reg_loads")
    assert (runs, {float(r["mean"]) for r in results}) == (0, {0})
    runs, results, last_calibrated = calibrated(f"command={command} events=clocks")
    assert runs == 5 and all(ranges(r)[1] > 0 for r in results)
    assert ([last[name] for name in ("runs", "repetitions", "disturbed")]
            == [last_calibrated[name] for name in ("runs", "repetitions", "disturbed")])


@pytest.mark.full
def test_passes_that_need_no_ranges_are_not_calibrated(calibrated):
    """The first pass counts nothing, the second one clocks."""
    assert calibrated("command=region/exits events=segment_reg_loads,hw_int_rx,clocks")[0] == 5


@pytest.mark.full
@pytest.mark.parametrize("cpu", ("p2", "ppro"))
def test_an_end_that_counts_less_than_the_calibrated_one_has_a_range(results, cpu):
    """An end probe's uops wait for buffers. By the offset of the end they wait longer or shorter
    than in the calibrated region, so an entry may count some clocks of resource_stalls too few."""
    found = results("command=branch/returns events=resource_stalls repetitions=1", ("-cpu", cpu),
                    image="bareprobe")
    below = [r for r in found if float(r["mean"]) < 0]
    assert below
    for result in below:
        low, high = ranges(result)
        assert low <= float(result["mean"]) and high == 0 and "suspect" not in result
        assert low >= -int(result["entries"]) * float(result["overhead"])


@pytest.mark.full
def test_a_call_of_an_end_may_be_all_mispredictions(results):
    """Region 14 of pipe/encoding executes no branch. The misprediction is that of its end probe's
    CALL, whose entry of the BTB the branches of other regions have taken."""
    found = {r["event"]: r for r in results(
        "command=pipe/encoding events=retired_branches,retired_branches_mispredicted repetitions=1",
        ("-cpu", "k7"), image="bareprobe") if r["region"] == "14"}
    branches, mispredicted = found["retired_branches"], found["retired_branches_mispredicted"]
    assert (float(branches["mean"]), ranges(branches)) == (0, (0, 0))
    assert float(mispredicted["mean"]) == 1 and ranges(mispredicted)[0] == 0
    assert ranges(mispredicted)[1] >= 1 and "suspect" not in mispredicted


@pytest.mark.full
def test_a_count_is_the_same_on_each_counter_of_a_k7(results):
    """Between an end's reads of counters 3, 2 and 1 are stores, here after a region that displaced
    all lines: it reads 256 KB, 4096 lines of 64 bytes. Each event is on each counter once."""
    events = ("data_cache_misses", "data_cache_accesses", "retired_instructions",
              "retired_branches")
    found = {event: {} for event in events}
    for first in range(4):
        order = ",".join(events[first:] + events[:first])
        for result in results(f"command=region/all_lines events={order} repetitions=1",
                              ("-cpu", "k7")):
            found[result["event"]][result["counter"]] = result["mean"]
    assert all(set(counts) == set("0123") for counts in found.values())
    assert all(len(set(counts.values())) == 1 for counts in found.values()), found
    assert 4096 <= float(found["data_cache_misses"]["0"]) < 4096 + 8


@pytest.mark.parametrize("region, line", [
    (1, "            0 to 8 of these are the probe's"),
    (0, None),
])
def test_the_text_has_them_below_the_result(vpentium, region, line):
    lines = vpentium("command=region/stack_lines events=data_write_miss report=text exit=qemu",
                     image="bareprobe-test").stdout.splitlines()
    at = next(i for i, text in enumerate(lines) if text.startswith(f"    Region {region}, "))
    assert lines[at + 1].startswith("        Data Write Miss: ")
    notes = itertools.takewhile(lambda text: text.startswith(" " * 12), lines[at + 2:])
    assert [text for text in notes if "probe" in text] == ([line] if line else [])


def test_a_stack_that_was_read_before_the_first_region_is_warm(results):
    """Each sequence of bench/instr is executed once, with its probes, before it is counted: a cold
    run has the counts of a warm one."""
    found = results("command=instr/alu:form=add_r32_r32 events=count_clocks state=both "
                    "repetitions=1", (), image="bareprobe")
    counts = {state: [r["mean"] for r in found if r["state"] == state]
              for state in ("warm", "cold")}
    assert counts["warm"] == counts["cold"] and len(counts["warm"]) == 8
