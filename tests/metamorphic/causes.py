# SPDX-License-Identifier: MIT
"""The causes for which two runs of a pair may differ, each with its mechanism and its range."""
import dataclasses
import typing


@dataclasses.dataclass(frozen=True)
class Cause:
    """`applies` receives a pair. The means of an event of `range` differ by at most that number of
    counts plus that share of the mean; other events do not differ."""
    name: str
    mechanism: str
    applies: typing.Callable
    range: dict

    def explains(self, difference):
        counts, share = self.range.get(difference.key[2], (-1, 0))
        return (self.applies(difference.pair)
                and difference.distance <= counts + share * abs(float(difference.plain["mean"])))


def is_loaded(pair):
    return pair.other.way == "loaded"


def is_k7(pair):
    return pair.plain.subject.cpu == "k7"


def is_whole_run_of_a_pentium_4(pair):
    return (pair.plain.subject.cpu == "willamette"
            and ("use_assembly_regions", "no") in pair.plain.subject.settings
            and len(pair.plain.events) != len(pair.other.events))


CAUSES = (
    Cause("address of loaded code",
          "Loaded code and its data are at another address than in the image. They occupy other "
          "sets of the caches, TLBs and banks, some of which the kernel uses between the warm-up "
          "and the counted run, and other positions in the lines that code is fetched in. The "
          "traces of apps/search on a P54C differ only in code misses: 88 clocks at its first "
          "stores instead of 72, and one more split of each pair of the loop.",
          is_loaded,
          {"count_clocks": (64, 0.02), "code_read": (32, 0.3), "code_cache_miss": (32, 0),
           "code_tlb_miss": (2, 0), "data_tlb_miss": (2, 0), "data_read_miss": (64, 0),
           "data_write_miss": (320, 0), "data_cache_lines_written_back": (16, 0),
           "bank_conflicts": (16, 0), "clocks_while_bus_cycle_in_progress": (2048, 0.02),
           "clocks_stalled_waiting_data_read": (1024, 0), "pipeline_flushes": (4, 0),
           "instructions_executed_in_v_pipe": (4, 0), "data_cache_misses": (2, 0),
           "cpu_clk_unhalted": (64, 0.02), "ifu_ifetch": (32, 0.3), "dcu_lines_in": (2, 0),
           "resource_stalls": (64, 0.02), "global_power_events": (64, 0.02)}),
    Cause("history of a K7's branch predictor",
          "The predictor's history contains the kernel's own branches before the region, and the "
          "counters of the patterns last from one repetition to the next. A repetition is "
          "therefore not exactly like the one before, and a run not like another.",
          is_k7, {"retired_branches_mispredicted": (4, 0), "cpu_clk_unhalted": (64, 0.002)}),
    Cause("memory of a Pentium 4's probes in a whole run",
          "The probes read a list of counters and store each one beyond the second in another "
          "line. In a whole run they are counted, and if the region has displaced that line, they "
          "wait for memory.",
          is_whole_run_of_a_pentium_4, {"global_power_events": (700, 0)}),
)


def cause_of(difference):
    """Returns the cause that explains the difference, or None."""
    if difference.field not in ("mean", "ci"):
        return None
    return next((cause for cause in CAUSES if cause.explains(difference)), None)
