#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Generates the tables of tests/SAMPLED.md: multiplexed events compared with exact counts.

The tables are those of Azimi, Stumm and Wisniewski ("Online Performance Analysis by Statistical
Sampling of Microprocessor Performance Counters", 2005), Table 2, Figure 6 and Table 4, for
benchmarks of this tree in the virtual Pentium. The estimates and distances are those of `bareprobe
show --multiplex`.
"""
import argparse
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / os.environ.get("BUILD", "build")
MHZ = 100

PROGRAMS = ["thesis/wc", "thesis/lzw", "apps/lz77:variant=bytes", "apps/sort:*",
            "apps/hash:*", "apps/fft", "apps/bytecode:*"]

# Rows of the table, and further events to make ten groups of two.
ROWS = ["instructions_executed", "data_read", "data_write", "data_read_miss", "data_write_miss",
        "code_cache_miss", "data_tlb_miss", "branches", "pipeline_flushes",
        "clocks_stalled_waiting_data_read"]
OTHERS = ["code_read", "btb_hits", "taken_branch_or_btb_hit", "instructions_executed_in_v_pipe",
          "flops", "memory_accesses_in_both_pipes", "data_read_or_write",
          "pipeline_stalled_address_generation_interlock", "bank_conflicts", "bus_cycle_duration"]

LINE = re.compile(r"(\S+) +(-?[\d,]+!?) +(?:\+-\S+ % +)?(-?[\d,]+) +(?:\S+ % +)?"
                  r"(N/A|[\d.]+\*?)$")


def simulated(append, *options):
    done = subprocess.run([BUILD / "vpentium", "-mhz", str(MHZ), "-kernel",
                           BUILD / "bareprobe.elf", *options, "-append", append],
                          check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{append}: {done.stdout[-600:]}")
    return done.stdout


def records(text, kind):
    for line in text.splitlines():
        if f" ev={kind} " in line:
            yield dict(pair.split("=", 1) for pair in shlex.split(line) if "=" in pair)


def shown(append, *options, keep=None):
    """The output of `bareprobe show --multiplex` for the first benchmark: {event: distance}. keep:
    name of the log's file, which is not deleted."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(keep or pathlib.Path(folder, "log"))
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(simulated(append, *options))
        text = subprocess.run([BUILD / "bareprobe", "show", log, "--multiplex"], check=True,
                              capture_output=True, text=True).stdout
    return distances(text.split("\n\n")[1])


def distances(block):
    """The distances in a table of `show --multiplex`, with `!` if the estimate is below 0."""
    found = {}
    for line in block.splitlines()[1:]:
        match = LINE.match(line)
        if match:
            impossible = match[2].endswith("!") and match[4] != "N/A"
            found[match[1]] = match[4] + "!" * impossible
    return found


def words(program, events, **settings):
    settings = {"command": program, "experiment": "multiplex", "report": "records",
                "exit": "qemu", "events": ",".join(events), **settings}
    return " ".join(f"{name}={value}" for name, value in settings.items())


def row(cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(cells):
    row(cells)
    row(["---"] * len(cells))


def name_of(program):
    return program.removesuffix(":*")


# ---- Table 2 ------------------------------------------------------------------------------------

SLICES = {
    "2,000,000 clocks": (ROWS + OTHERS, {"source": "pit", "interval": "2ms", "samples": 100}, ()),
    "200,000 clocks": (ROWS + OTHERS, {"source": "pit", "interval": "200us", "samples": 400}, ()),
    # Counter 0 ends the slices, so a group has one event, and ten events are ten groups.
    "1,000,000 instructions": (ROWS, {"source": "event,instructions_executed,100000",
                                      "samples": 100}, ("-pm0-nmi",)),
    "100,000 instructions": (ROWS, {"source": "event,instructions_executed,10000",
                                    "samples": 1000}, ("-pm0-nmi",)),
}


RARE_CLOCKS = 10_000


def rare_alone(program):
    """Events of ROWS that the program itself, counted exactly with no interrupt in it, has fewer
    than once in 10,000 clocks: slices and their exact counts then show the effects of
    interruptions."""
    text = simulated(f"command={program} events=count_clocks,{','.join(ROWS)} repetitions=2 "
                     "report=records exit=qemu")
    counts, bench = {}, None
    for record in records(text, "result"):
        bench = bench or record["bench"]
        if record["bench"] == bench:  # all its regions: none of these programs nests them
            counts[record["event"]] = counts.get(record["event"], 0) + float(record["mean"])
    return {event for event in ROWS if counts[event] < counts["count_clocks"] / RARE_CLOCKS}


def cell(distance, rare):
    return distance + ("°" if rare and distance != "N/A" else "")


def table2(arguments):
    rare = [rare_alone(program) for program in arguments.programs]
    for rounds, (events, settings, options) in SLICES.items():
        print(f"\nRounds of {rounds}:\n")
        if arguments.samples:
            settings["samples"] = arguments.samples
        tables = [shown(words(program, events, **settings), *options)
                  for program in arguments.programs]
        head(["KL"] + [name_of(program) for program in arguments.programs])
        cells = {event: [cell(table[event], event in alone) for table, alone in zip(tables, rare)]
                 for event in ROWS}
        for event in ROWS:
            row([f"`{event}`"] + cells[event])
        every = [one for event in ROWS for one in cells[event] if one != "N/A"]
        told = [float(one.rstrip("*!")) for one in every if not one.endswith("°")]
        print(f"\n{len(told)} of {len(ROWS) * len(tables)} are neither `N/A` nor `°`; "
              f"{sum(distance < 0.2 for distance in told)} of these are below 0.20; the largest is "
              f"{max(told):.2f}, the median {statistics.median(told):.2f}."
              + " `!`: the estimate is below 0, which no count can be."
              * any("!" in one for one in every))


# ---- Figure 6 -----------------------------------------------------------------------------------

RARE = ["code_cache_miss", "data_read_miss", "data_write_miss"]
GRANULARITIES = {50: 40, 100: 40, 200: 40, 500: 40, 1000: 20, 2000: 20}  # us: rounds
RATIOS = [2, 4, 6, 8, 10]
RATIO_US, RATIO_ROUNDS = 200, 40


def figure6(arguments):
    program = arguments.programs[0]

    def figure(events, us, rounds, name):
        ratio = len(events) // 2
        keep = arguments.logs and pathlib.Path(arguments.logs, f"{name}.log")
        return shown(words(program, events, source="pit", interval=f"{us}us",
                           samples=arguments.samples or rounds * ratio), keep=keep)

    print(f"\n`{program}`, ten groups:\n")
    head(["clocks per slice", "rounds"] + [f"`{event}`" for event in RARE])
    for us, rounds in GRANULARITIES.items():
        told = figure(ROWS + OTHERS, us, rounds, f"slice_{us}us")
        rounds = (arguments.samples or rounds * 10) // 10
        row([f"{us * MHZ:,}", rounds] + [told[event] for event in RARE])
    print(f"\n`{program}`, slices of {RATIO_US * MHZ:,} clocks, {RATIO_ROUNDS} rounds:\n")
    head(["groups"] + [f"`{event}`" for event in RARE])
    for ratio in RATIOS:
        events = RARE + [event for event in ROWS + OTHERS if event not in RARE]
        told = figure(events[:2 * ratio], RATIO_US, RATIO_ROUNDS, f"groups_{ratio}")
        row([ratio] + [told.get(event, "") for event in RARE])


# ---- Table 4 ------------------------------------------------------------------------------------

PAPER = {1: 0.2, 2: 0.5, 5: 0.8, 20: 2, 100: 12, 200: 22, 1000: 63}  # kHz: %


def table4(arguments):
    """From the `sampling` record: clocks including handlers, those of the handlers, and a run
    without."""
    program = arguments.programs[0]
    print(f"\n`{program}`, `experiment=profile`:\n")
    head(["interrupts per second", "overhead, %", "overhead left by calibration, %",
          "overhead in the paper, at 1.8 GHz, %"])
    for khz, theirs in PAPER.items():
        try:
            text = simulated(f"command={program} experiment=profile source=pit,{khz * 1000} "
                             f"samples={arguments.samples or 1000} spread=fixed report=records "
                             "exit=qemu")
        except SystemExit as error:  # the timer and its handler are not that fast
            if "samples came each" not in str(error):
                raise
            row([f"{khz * 1000:,}", "refused", "refused", theirs])
            continue
        record = next(records(text, "sampling"))
        clocks, hidden, alone = (float(record[key]) for key in ("clocks", "hidden", "alone"))
        alone *= float(record["repetitions"])
        row([f"{khz * 1000:,}", f"{100 * (clocks - alone) / alone:.1f}",
             f"{100 * (clocks - hidden - alone) / alone:.2f}", theirs])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    tables = {"table2": table2, "figure6": figure6, "table4": table4}
    parser.add_argument("tables", nargs="*", metavar="TABLE", default=[],
                        help="table2, figure6 or table4 (default: all)")
    parser.add_argument("--programs", nargs="+", default=PROGRAMS, metavar="BENCHMARK",
                        help="benchmarks of table2; figure6 and table4 use the first")
    parser.add_argument("--samples", type=int,
                        help="samples of each run (default: depends on the table)")
    parser.add_argument("--logs", metavar="FOLDER",
                        help="figure6: directory for its logs, for `bareprobe plot multiplex`")
    arguments = parser.parse_args()
    wrong = [name for name in arguments.tables if name not in tables]
    if wrong:
        parser.error(f"'{wrong[0]}' is not a table; expected {', '.join(tables)}")
    for name in arguments.tables or tables:
        tables[name](arguments)


if __name__ == "__main__":
    main()
