# SPDX-License-Identifier: MIT
"""bench/memory/ finds the memory hierarchy of the virtual Pentium, also with changed settings.
Sizes, lines, ways, entries and penalties equal the model's settings exactly. Times follow from the
bus, whose clock is 1.5 processor clocks by default. A cycle begins on a bus clock, so after an idle
bus up to one more bus clock passes. (Beginning and ending a region adds less than 0.1 clocks to
each of hundreds of steps.)
"""
import pytest

from tiers import fast_cases, full

SEEN = "memory/data_*,memory/code_*,memory/write_*,memory/banks,memory/load,memory/misaligned," \
       "memory/second_level"
BUS = 1.5  # processor clocks
EDGE = 0.1

P54C = {
    "l1_data_size": "8192", "l1_data_line": "32", "l1_data_ways": "2", "l1_data_replacement": "LRU",
    "l1_data_write_allocate": "no", "l1_data_write_policy": "write-back",
    "l1_data_banks": "8", "l1_data_bank_width": "4", "bank_conflict": "1",
    "load_latency": "1", "load_to_address": "2",
    "misaligned_penalty": "3", "misaligned_across_lines": "3", "misaligned_across_pages": "3",
    "misaligned_store_penalty": "3", "misaligned_x87_penalty": "3",
    "l1_code_size": "8192", "l1_code_line": "32", "l1_code_ways": "2", "l1_code_replacement": "LRU",
    "data_tlb_entries": "64", "data_tlb_ways": "4",
    "data_tlb_large_entries": "8", "data_tlb_large_ways": "4",
    "code_tlb_entries": "32", "code_tlb_ways": "4",
    "write_buffers": "2", "write_buffers_shared": "no",
    "l2_size": "262144", "bus_width": "8",
}
# 16 KB in 4 ways, TLBs with one set, one pool of four buffers.
P55C = P54C | {
    "l1_data_size": "16384", "l1_data_ways": "4", "l1_data_replacement": "pseudo-LRU",
    "l1_code_size": "16384", "l1_code_ways": "4", "l1_code_replacement": "pseudo-LRU",
    "data_tlb_ways": "64", "code_tlb_ways": "32",
    "write_buffers": "4", "write_buffers_shared": "yes",
}
# Second-level cycles take 3-1-1-1 bus clocks, reads of memory 10-3-3-3, writes to it 3. A page walk
# through two tables is two reads of memory, each with 2 clocks more; for a 4 MB page it is one.
TIMES = {
    "line_fill": (6 * BUS, EDGE), "write_back": (6 * BUS, EDGE), "read_miss": (3 * BUS, 2 * BUS),
    "l2_line_fill": (6 * BUS, EDGE), "memory_line_fill": (19 * BUS, EDGE),
    "bus_write": (3 * BUS, EDGE),
    "page_walk": (2 * (10 * BUS + 2), 2 * BUS), "page_walk_large": (10 * BUS + 2, BUS),
}


@pytest.fixture(scope="module")
def found(vpentium, records):
    """Returns the findings of a run by name. A name found in two cases would be ambiguous."""
    def run(command, *options, settings=""):
        done = vpentium(f"command={command} events=count_clocks repetitions=2 exit=qemu {settings}",
                        *options)
        assert done.returncode == 0, done.stdout[-2000:]
        findings = [record for record in records(done.stdout) if record["ev"] == "finding"]
        values = {record["name"]: record.get("value") or record.get("text") for record in findings}
        assert len(values) == len(findings)
        return values
    return run


def near(value, expected):
    low, more = expected
    return low - EDGE <= float(value) <= low + more


@pytest.mark.parametrize("cpu,expected", [("p54c", P54C), full(("p55c", P55C))])
def test_the_machine_is_what_it_was_built_as(found, cpu, expected):
    values = found(SEEN, "-cpu", cpu)
    assert {name: values[name] for name in expected} == expected
    for name, time in TIMES.items():
        assert near(values[name], time), name


DATA = "memory/data_size,memory/data_ways"

BUILT_OTHERWISE = {
    "smaller": (
        "cache.data=64x2 cache.code=64x2 tlb.data=8x4 tlb.data_large=1x8 tlb.code=4x4 "
        "cache.misaligned=2 cache.bank_conflict=2 bus.write_buffers=1 bus.l2_bytes=131072",
        {"l1_data_size": "4096", "l1_data_ways": "2", "l1_data_replacement": "LRU",
         "l1_code_size": "4096", "l1_code_ways": "2", "l1_code_replacement": "LRU",
         "data_tlb_entries": "32", "data_tlb_ways": "4",
         "data_tlb_large_entries": "8", "data_tlb_large_ways": "8",
         "code_tlb_entries": "16", "code_tlb_ways": "4",
         "misaligned_penalty": "2", "misaligned_across_pages": "2", "bank_conflict": "2",
         "l1_data_banks": "8", "write_buffers": "1", "l2_size": "131072"}),
    "more ways": (
        "cache.data=128x4 cache.code=128x4 tlb.data=1x16 tlb.data_large=1x16 tlb.code=1x16 "
        "cache.bank_conflict=0 bus.write_buffers=3 bus.write_buffers_shared=on bus.l2_bytes=0",
        {"l1_data_size": "16384", "l1_data_ways": "4", "l1_data_replacement": "pseudo-LRU",
         "l1_code_size": "16384", "l1_code_ways": "4", "l1_code_replacement": "pseudo-LRU",
         "data_tlb_entries": "16", "data_tlb_ways": "16",
         "data_tlb_large_entries": "16", "data_tlb_large_ways": "16",
         "code_tlb_entries": "16", "code_tlb_ways": "16", "bank_conflict": "not seen",
         "l1_data_banks": "not seen", "l1_data_bank_width": "not seen",
         "write_buffers": "3", "write_buffers_shared": "yes",
         "l2_size": "not seen", "l2_line_fill": "not seen"}),
    "fewer ways": (
        "cache.data=256x1 cache.code=256x1 tlb.data=32x2 tlb.data_large=8x2 tlb.code=16x2 "
        "bus.write_buffers=6 bus.write_buffers_shared=on bus.l2_bytes=524288",
        {"l1_data_size": "8192", "l1_data_ways": "1", "l1_data_replacement": "direct-mapped",
         "l1_code_size": "8192", "l1_code_ways": "1", "l1_code_replacement": "direct-mapped",
         "data_tlb_entries": "64", "data_tlb_ways": "2",
         "data_tlb_large_entries": "16", "data_tlb_large_ways": "2",
         "code_tlb_entries": "32", "code_tlb_ways": "2",
         "write_buffers": "6", "write_buffers_shared": "yes", "l2_size": "524288"}),
    "larger, with allocation": (
        "cache.data=128x8 cache.code=256x2 tlb.data=32x4 tlb.code=16x4 cache.l1_write_allocate=on",
        {"l1_data_size": "32768", "l1_data_ways": "8", "l1_data_replacement": "pseudo-LRU",
         "l1_data_write_allocate": "yes", "l1_code_size": "16384", "l1_code_ways": "2",
         "data_tlb_entries": "128", "data_tlb_ways": "4",
         "code_tlb_entries": "64", "code_tlb_ways": "4",
         "write_buffers": "not seen", "write_back": "not seen"}),
}


def options_of(settings):
    return [word for setting in settings.split() for word in ("-set", setting)]


@pytest.mark.parametrize("name", fast_cases(0, BUILT_OTHERWISE))
def test_findings_follow_the_settings(found, name):
    settings, expected = BUILT_OTHERWISE[name]
    values = found(SEEN, *options_of(settings))
    assert {name: values[name] for name in expected} == expected


# 133 MHz on a bus of 66 MHz.
def test_another_bus(found):
    values = found(DATA + ",memory/write_*,memory/second_level", "-mhz", "133")
    assert {name: values[name] for name in values if name in P54C} == \
        {name: value for name, value in P54C.items() if name in values}
    for name, bus_clocks in ("line_fill", 6), ("write_back", 6), ("memory_line_fill", 19):
        assert near(values[name], (bus_clocks * 2, EDGE)), name


# 5-2-2-2 is 11 bus clocks, 7-2-2-2 is 13.
def test_times_follow_the_settings(found):
    values = found("memory/data_size,memory/write_*,memory/second_level,memory/data_tlb",
                   *options_of("bus.l2=5-2 bus.dram_read=7-2 bus.dram_write=5-1 tlb.walk=12"))
    assert near(values["line_fill"], (11 * BUS, EDGE))
    assert near(values["write_back"], (11 * BUS, EDGE))
    assert near(values["memory_line_fill"], (13 * BUS, EDGE))
    assert near(values["bus_write"], (5 * BUS, EDGE))
    assert near(values["page_walk"], (2 * (7 * BUS + 12), 2 * BUS))
    assert near(values["page_walk_large"], (7 * BUS + 12, BUS))


@pytest.mark.full
def test_no_cache_is_not_seen(vpentium, records):
    """Without first-level caches no property of them is found and none is invented."""
    run = vpentium(f"command={SEEN} events=count_clocks repetitions=2 ablate=l1 exit=qemu")
    values = {record["name"]: record.get("text") for record in records(run.stdout)
              if record["ev"] == "finding" and record["ablate"] == "l1"}
    for name in ("l1_data_size", "l1_data_line", "l1_data_ways", "l1_data_replacement",
                 "l1_code_size", "l1_code_line", "l1_code_ways", "l1_code_replacement",
                 "l1_data_banks", "write_buffers",
                 "l2_size", "line_fill", "read_miss", "write_back"):
        assert values[name] == "not seen", name


def test_tlbs_need_ring_0(found):
    values = found("memory/*_tlb", settings="privilege=user")
    assert values == {name: "needs ring 0" for name in
                      ("data_tlb_entries", "data_tlb_large_entries", "code_tlb_entries")}


@pytest.mark.full
def test_the_rest_is_the_same_in_ring_3_and_from_cold(found):
    for settings in "privilege=user", "state=cold":
        values = found(DATA + ",memory/code_cache,memory/code_ways,memory/banks,memory/load,"
                       "memory/write_buffers", settings=settings)
        expected = {name: value for name, value in P54C.items() if name in values}
        assert len(expected) >= 15
        assert {name: values[name] for name in expected} == expected
