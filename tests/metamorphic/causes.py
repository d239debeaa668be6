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


def predicts_by_history(pair):
    return pair.plain.subject.cpu in ("k7", "ppro", "p2", "willamette")


def is_whole_run_of_a_pentium_4(pair):
    return (pair.plain.subject.cpu == "willamette"
            and ("use_assembly_regions", "no") in pair.plain.subject.settings
            and len(pair.plain.events) != len(pair.other.events))


CAUSES = (
    Cause("address of loaded code",
          "Loaded code and its data are at another address than in the image. They occupy other "
          "sets of the caches, TLBs and banks. The kernel uses some of these sets between the "
          "warm-up and the counted run. Code is fetched in other parts of its lines. In "
          "the traces of apps/search on a P54C the first store waits 88 clocks for code instead "
          "of 72, each pair of the loop is split once more, and the constants need no page walk.",
          is_loaded,
          {"count_clocks": (64, 0.02), "code_read": (32, 0.3), "code_cache_miss": (32, 0),
           "code_tlb_miss": (2, 0), "data_tlb_miss": (2, 0), "data_read_miss": (64, 0),
           "data_write_miss": (320, 0), "data_cache_lines_written_back": (16, 0),
           "bank_conflicts": (16, 0), "clocks_while_bus_cycle_in_progress": (2048, 0.02),
           "clocks_stalled_waiting_data_read": (1024, 0), "pipeline_flushes": (4, 0),
           "instructions_executed_in_v_pipe": (4, 0), "data_cache_misses": (2, 0),
           "cpu_clk_unhalted": (64, 0.02), "ifu_ifetch": (32, 0.3), "dcu_lines_in": (2, 0),
           "resource_stalls": (64, 0.02), "global_power_events": (64, 0.02)}),
    Cause("history of the branch predictor of a K7, P6 or Pentium 4",
          "The predictor's history contains the kernel's own branches before the region, and its "
          "counters keep their values from one repetition to the next. The first repetitions "
          "therefore have more mispredictions, of 11 clocks on a K7 and 13 on a P6. Their number "
          "depends on the code before. On a K7 eight repetitions of thesis/program2 take 31 and "
          "then always 9 clocks, and after thesis/program1 20, 20 and then always 9; the trace has "
          "the 11 clocks at the instruction after the branch of the loop. On a P6 six repetitions "
          "of thesis/program1 in ring 3 take 227 and then always 214 clocks, with 2 and then "
          "always 1 misprediction. On a Willamette eight repetitions of thesis/program2 take 64 "
          "and then always 42 clocks, with 1 and then no misprediction.",
          predicts_by_history,
          {"retired_branches_mispredicted": (4, 0.004), "br_miss_pred_retired": (4, 0.004),
           "cpu_clk_unhalted": (52, 0.002), "mispred_branch_retired": (4, 0.004),
           "global_power_events": (88, 0.002)}),
    Cause("memory of a Pentium 4's probes in a whole run",
          "A whole run contains its regions' probes. An end probe reads the begin's value of "
          "each counter beyond the second, in another line. If the region has displaced that "
          "line, the probe waits for memory: in the traces of apps/list the SUB in end_far.add_up "
          "takes 1,766 clocks with three counters and 419 with one.",
          is_whole_run_of_a_pentium_4, {"global_power_events": (700, 0)}),
)


def cause_of(difference):
    """Returns the cause that explains the difference, or None."""
    if difference.field not in ("mean", "ci"):
        return None
    return next((cause for cause in CAUSES if cause.explains(difference)), None)
