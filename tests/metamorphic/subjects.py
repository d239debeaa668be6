# SPDX-License-Identifier: MIT
"""The processors, events, settings, and benchmarks of a fraction of a second that pairs measure."""
import dataclasses

P5 = ("p54c", "p55c")

# In turns. A P6, a K7 or a Pentium 4 takes ten times as long to simulate as a P5.
PROCESSORS = ("p54c", "p55c", "p54c", "p55c", "ppro", "p54c", "p55c", "p54c", "p55c", "p2", "p54c",
              "p55c", "p54c", "p55c", "k7", "p54c", "p55c", "p54c", "p55c", "p54c", "willamette")

# By image. Each has regions, runs for a short time, and prints nothing that depends on time.
BENCHMARKS = {
    "bareprobe": (
        "thesis/program1", "thesis/program2", "thesis/lzw", "apps/bytecode", "apps/checksum",
        "apps/crc32", "apps/hash", "apps/life", "apps/line", "apps/list", "apps/lz77", "apps/md5",
        "apps/search", "apps/sha1", "apps/sieve", "apps/sort", "pipe/agi",
        "pipe/dependence", "pipe/encoding", "pipe/prefix", "branch/mispredict", "branch/returns",
        "memory/load", "memory/banks"),
    "bareprobe-test": (
        "region/nested", "libp5mon/figure_5_10", "libp5mon/figure_5_11",
        "libp5mon/stub_and_probe"),
}
SLOW_BENCHMARKS = ("thesis/program1", "thesis/program2", "apps/list", "apps/sort")

# Benchmarks that run before or after the measured one: none changes the settings of the machine.
NEIGHBOURS = ("thesis/program1", "thesis/program2", "apps/sha1", "apps/list", "pipe/encoding",
              "branch/returns", "memory/load")

EVENTS = {
    "p54c": (
        "count_clocks", "data_read", "data_write", "data_tlb_miss", "data_read_miss",
        "data_write_miss", "data_cache_lines_written_back", "bank_conflicts",
        "misaligned_data_memory_or_IO_references", "code_read", "code_tlb_miss",
        "code_cache_miss", "branches", "btb_hits", "taken_branch_or_btb_hit", "pipeline_flushes",
        "instructions_executed", "instructions_executed_in_v_pipe",
        "clocks_while_bus_cycle_in_progress", "clocks_stalled_waiting_data_read",
        "pipeline_stalled_address_generation_interlock", "data_read_or_write", "flops"),
    "ppro": ("cpu_clk_unhalted", "inst_retired", "br_inst_retired", "br_miss_pred_retired",
             "data_mem_refs", "dcu_lines_in", "uops_retired", "ifu_ifetch", "resource_stalls"),
    "k7": ("cpu_clk_unhalted", "retired_instructions", "retired_taken_branches", "retired_branches",
           "retired_branches_mispredicted", "data_cache_accesses", "data_cache_misses"),
    "willamette": ("global_power_events", "instr_retired", "branch_retired",
                   "mispred_branch_retired", "uops_retired", "memory_loads", "memory_stores"),
}
EVENTS["p55c"] = EVENTS["p54c"]
EVENTS["p2"] = EVENTS["ppro"]


@dataclasses.dataclass(frozen=True)
class Subject:
    """One benchmark and its events in one setting: the part that both runs of a pair share."""
    cpu: str
    image: str
    bench: str
    events: tuple
    settings: tuple  # (name, value), in addition to those that a pair varies


def draw_subject(random, cpu):
    """Returns a random subject on that processor."""
    image = random.choices(tuple(BENCHMARKS), (9, 1))[0]
    bench = random.choice(BENCHMARKS[image])
    if cpu not in P5 and image == "bareprobe":
        bench = random.choice(SLOW_BENCHMARKS)
    events = tuple(random.sample(EVENTS[cpu], random.randint(1, 3)))
    return Subject(cpu, image, bench, events, draw_settings(random, cpu))


def draw_settings(random, cpu):
    """Returns settings that both runs of a pair have."""
    rings = ("kernel",) if cpu == "ppro" else ("kernel", "kernel", "user")  # it has no RDPMC here
    settings = [("state", random.choice(("warm", "warm", "cold"))),
                ("privilege", random.choice(rings))]
    if random.random() < 0.2:
        settings.append(("use_assembly_regions", "no"))
    if cpu in P5 and random.random() < 0.2:
        settings.append(("ablate", random.choice(("branch", "vpipe", "l1"))))
    if cpu == "p55c" and random.random() < 0.3:
        settings.append(("probes", "rdmsr"))
    if random.random() < 0.2:
        settings.append(("paging", random.choice(("off", "4k"))))
    return tuple(settings)
