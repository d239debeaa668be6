# SPDX-License-Identifier: MIT
"""The suite `machine` infers the structure of a virtual Pentium Pro, II, III and Athlon from clocks
and mispredicted branches. It must match the documents and the models, or be reported as
undetermined. The benchmarks contain no knowledge of these processors."""
import pytest

from tiers import fast_cases

BENCHES = ("memory/data_size,memory/data_ways,memory/code_*,memory/data_tlb,memory/second_level,"
           "memory/load,branch/btb:distance=3,branch/btb:distance=512,branch/direction,"
           "branch/returns")
EVENTS = "count_clocks,br_miss_pred_retired?,retired_branches_mispredicted?"

# CPUID leaf 2: 06 and 0A of the Pentium Pro are 8 KB of code, 4-way, and 8 KB of data, 2-way; 08
# and 0C of the others 16 KB each, 4-way; all with lines of 32 bytes. 01 and 03: 32 and 64 pages of
# 4 KB, 4-way; 04: 8 large pages of data, 4-way. 42 and 43: 256 and 512 KB. BTB: 512 entries, 16
# ways of 32 sets, the set by address bits 8 to 4, two levels with four outcomes (Agner Fog 2000).
# Loads 3, L2 7 and 28, memory 46 and 71 clocks (InstLatx64). Replacement is the model's own choice
# (sim/model/p6/README.md).
P6 = {
    "l1_data_line": "32", "l1_data_replacement": "pseudo-LRU",
    "l1_code_line": "32", "l1_code_ways": "4", "l1_code_replacement": "pseudo-LRU",
    "code_tlb_entries": "32", "code_tlb_ways": "4", "data_tlb_entries": "64", "data_tlb_ways": "4",
    "data_tlb_large_entries": "8", "data_tlb_large_ways": "4",
    "btb_entries": "512", "btb_ways": "16",
    "direction_rule": "counters of two bits by the last four outcomes",
    "return_stack": "9 and more entries",  # the model's 16 are beyond the sweep
    "load_latency": "not seen", "load_to_address": "3",  # an addition that need not wait hides it
}
P2 = P6 | {"l1_data_size": "16384", "l1_data_ways": "4", "l1_code_size": "16384",
           "l2_size": "524288", "l2_line_fill": "28", "memory_line_fill": "71"}
EXPECTED = {
    # A tree of bits over two ways is LRU.
    "ppro": P6 | {"l1_data_size": "8192", "l1_data_ways": "2", "l1_code_size": "8192",
                  "l1_data_replacement": "LRU", "l2_size": "262144", "l2_line_fill": "7",
                  "memory_line_fill": "46"},
    "p2": P2,
    "p3": P2,
    # CPUID 8000_0005h and 8000_0006h: 64 KB each, 2-way, lines of 64 bytes; fully associative TLBs
    # of 16 and 24 pages and of 8 large data pages, backed by 256 entries with 4 ways. A hit in the
    # second level costs nothing here, so the number of entries is that of the second level, and the
    # number of ways (of pages that share its set) that of the first. More than the 96 code pages of
    # the test remain. The BTB has 2048 entries, more than the largest ring, and 4 ways (the model's
    # choice). No source documents which counters it uses: none of the tested rules has the last
    # eight outcomes. Loads 3, L2 20, memory 217.
    "k7": {
        "l1_data_size": "65536", "l1_data_line": "64", "l1_data_ways": "2",
        "l1_data_replacement": "LRU", "l1_code_size": "65536", "l1_code_line": "64",
        "l1_code_ways": "2", "l1_code_replacement": "LRU", "l2_size": "262144",
        "l2_line_fill": "20", "memory_line_fill": "217",
        "code_tlb_entries": "not seen", "code_tlb_ways": "16",
        "data_tlb_entries": "256", "data_tlb_ways": "24",
        "data_tlb_large_entries": "8", "data_tlb_large_ways": "8",
        "btb_entries": "513 and more", "btb_ways": "4", "return_stack": "9 and more entries",
        "direction_rule": "none of those tried", "load_latency": "not seen",
        "load_to_address": "3",
    },
}


def told(record):
    """Returns the text, or the number rounded: clocks are counted over loops with a start and an
    end."""
    return record["text"] if "text" in record else f'{round(float(record["value"]))}'


@pytest.mark.full
@pytest.mark.parametrize("cpu", EXPECTED)
def test_what_is_inferred_is_so(vpentium, records, cpu):
    done = vpentium(f"command={BENCHES} events={EVENTS} repetitions=1 exit=qemu", "-cpu", cpu,
                    timeout=3600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    found = {record["name"]: told(record) for record in records(done.stdout)
             if record["ev"] == "finding" and record["status"] == "ok"}
    assert {name: found.get(name) for name in EXPECTED[cpu]} == EXPECTED[cpu]


@pytest.mark.parametrize("cpu, mhz", fast_cases(1, (("k7", "500"), ("p2", "100"))))
def test_a_pentiums_registers_are_not_read_there(vpentium, records, cpu, mhz):
    done = vpentium("command=instr/system:form=*msr* events=clocks repetitions=1 exit=qemu",
                    "-cpu", cpu, "-mhz", mhz)
    assert done.returncode == 0, done.stdout[-2000:]
    assert {record["text"] for record in records(done.stdout)
            if record["ev"] == "finding" and record["name"] == "needs"} == {"CESR"}
