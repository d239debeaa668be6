#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Validates profiles in the virtual Pentium and generates the table of tests/SAMPLED.md: each
function's share of the samples, as `bareprobe profile` reports it, and its 95 % interval, next to
its share of the clocks or instructions that -annotate counts in runs without interrupts.

Functions of the program with 1 % to 99 % are compared. The code that launches it, and the probes,
are in no share: exact runs also calibrate the probes, so that they count for more there.
"""
import argparse
import bisect
import collections
import csv
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / os.environ.get("BUILD", "build")
KERNEL = BUILD / "bareprobe-test.elf"  # contains sample/shares
PATTERNS = ["apps/*", "thesis/wc", "sample/shares"]
LEAST = 0.01  # share of a function that is compared
FEW = 5  # samples of a cell: with fewer, chi-square is no approximation (Cochran 1954)
# source: its setting, options of the machine, the quantity that its samples are proportional to
SOURCES = {
    "timer": ("pit,10000", (), "clocks"),
    "pm0": ("event,instructions,400", ("-pm0-nmi",), "instructions"),
    "overflow": ("event,instructions,400", ("-cpu", "p2"), "instructions"),
}
# region.c, nested_probes.asm, called_probes.asm, and libp5mon's stubs
PROBES = {"nested_probe_regions", "region_empty", "region_empty_end", "region_empty_stub",
          "region_nothing", "nested_probe_read", "called_read_2", "called_read_4", "begin_far",
          "end_far", "begin_region", "end_region"}
STUBS = "p5mon_asm_"
HEADING = re.compile(r"\S+ +(warm|cold) +[\d,]+ samples? ")
UNTOLD = re.compile(r"([\d.]+) % of the samples could not be attributed")
SHARE = re.compile(r" *([\d.]+) % +\[([\d.]+), ([\d.]+)\] +(\S+)")  # a row of a table by function
ROW = re.compile(r"  ([0-9a-f]{8})  .{44} ( .*)")  # a row of -annotate


def run(append, *options):
    done = subprocess.run([BUILD / "vpentium", "-kernel", KERNEL, "-append", f"{append} exit=qemu",
                           *options], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", check=False)
    if done.returncode:
        sys.exit(f"{append}: {done.stdout[-600:]}{done.stderr}")
    return done.stdout


class Functions:
    """Maps an address to a function of the benchmarks or of their library."""

    def __init__(self):
        lines = subprocess.run(["nm", "-n", KERNEL], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        symbols = [(int(address, 16), kind, name) for address, kind, name in map(str.split, lines)]
        self.functions = [(address, name) for address, kind, name in symbols
                          if kind in "tT" and "." not in name]
        self.begins = [address for address, _ in self.functions]
        places = {name: address for address, _, name in symbols}
        self.code = range(places["user_code_start"], places["user_code_end"])

    def at(self, address):
        """None for other code, and for the probes, which the benchmarks share."""
        if address not in self.code:
            return None
        name = self.functions[bisect.bisect_right(self.begins, address) - 1][1]
        return None if name in PROBES or name.startswith(STUBS) else name

    def sums(self, counts):
        found = collections.Counter()
        for address, n in counts:
            if self.at(address):
                found[self.at(address)] += n
        return found


def exact(program):
    """[(address, clocks, instructions)] of the counted runs, which have no interrupts."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "annotated")
        run(f"command={program} repetitions=2 use_assembly_regions=no events=instructions",
            "-annotate", str(out), "-annotate-from", "launch_repetition.go", "-annotate-to",
            "launch_repetition.leave")
        lines = out.read_text().splitlines()
    columns, counts = None, []
    for text in lines:
        row = ROW.fullmatch(text)
        if text.split()[:3] == ["alone", "U", "V"]:
            columns = text.split()
        elif row and columns:
            costs = dict(zip(columns, (0 if n == "." else int(n.replace(",", ""))
                                       for n in row[2].split())))
            counts.append((int(row[1], 16), costs["clocks"],
                           costs["alone"] + costs["U"] + costs["V"]))
    return counts


def truth_of(functions, program):
    """{"clocks": {function: n}, "instructions": {function: n}}; a P6 executes the same
    instructions."""
    counts = exact(program)
    return {"clocks": functions.sums((address, clocks) for address, clocks, _ in counts),
            "instructions": functions.sums((address, n) for address, _, n in counts)}


def shown(log, *options):
    """The output of `bareprobe profile` for a log."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "log")
        path.write_text(log)
        return subprocess.run([BUILD / "bareprobe", "profile", path, "--kernel", KERNEL, *options],
                              capture_output=True, text=True, check=True).stdout


def profiles(pattern, source, samples, seed=1):
    """{program: ([(address, samples)], {function: (low, high)}, percentage of the samples that the
    heading reports as not traced back)} of all programs that match the pattern."""
    setting, options, _ = SOURCES[source]
    log = run(f"command={pattern} experiment=profile source={setting} seed={seed} "
              f"samples={samples} events=time_stamp", *options)
    found, intervals, untold, program = {}, {}, collections.Counter(), None
    for row in csv.DictReader(io.StringIO(shown(log, "-f", "csv"))):
        found.setdefault(row["bench"], []).append((int(row["address"], 16), int(row["samples"])))
    for line in shown(log, "-a").splitlines():
        program = line.split()[0] if HEADING.match(line) else program
        if UNTOLD.match(line):
            untold[program] = float(UNTOLD.match(line)[1])
        elif SHARE.match(line):
            _, low, high, name = SHARE.match(line).groups()
            intervals.setdefault(program, {})[name] = (float(low) / 100, float(high) / 100)
    return {program: (counts, intervals[program], untold[program])
            for program, counts in found.items()}


def cases(functions, truth, found, intervals):
    """For each function of 1 % to 99 %: (name, share of the samples, low, high, exact share). The
    tool's intervals refer to all samples, these to those in compared functions."""
    counts = functions.sums(found)
    total, samples = sum(truth.values()), sum(counts.values())
    held = sum(n for _, n in found) / samples
    nothing = (0, 1 - 0.025 ** (1 / samples))  # no sample in this many: Clopper and Pearson, 1934
    for function, n in truth.most_common():
        if LEAST <= n / total <= 1 - LEAST:
            low, high = intervals.get(function, nothing)
            yield (function, counts[function] / samples, held * low, min(held * high, 1),
                   n / total)


def inside(case):
    _, _, low, high, share = case
    return low <= share <= high


def deviation(functions, truth, found):
    """Pearson's chi-square of the samples over the compared functions and all others, and its
    degrees of freedom. Functions with fewer than FEW expected samples are added to all others, and
    if these have fewer too, they are added to the function with the greatest share."""
    counts = functions.sums(found)
    total, samples = sum(truth.values()), sum(counts.values())
    cells, left = [], [0, 0.0]  # observed, expected
    for function, n in truth.most_common():
        cell = [counts[function], samples * n / total]
        if cell[1] >= FEW:
            cells.append(cell)
        else:
            left = [a + b for a, b in zip(left, cell)]
    left[0] += sum(n for function, n in counts.items() if function not in truth)
    if left[1] >= FEW or not cells:
        cells.append(left)
    else:
        cells[0] = [a + b for a, b in zip(cells[0], left)]
    return sum((seen - due) ** 2 / due for seen, due in cells), len(cells) - 1


def put(program, source, untold, rows):
    for case in rows:
        name, share, low, high, true = case
        print(f"| {program} | {source} | `{name}` | {100 * share:.1f} | "
              f"{100 * low:.1f} to {100 * high:.1f} | {100 * true:.1f} | "
              f"{untold or ''} | {'' if inside(case) else 'outside'} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("programs", nargs="*", default=PATTERNS, metavar="BENCHMARK",
                        help=f"benchmark or pattern (default {' '.join(PATTERNS)})")
    parser.add_argument("--source", choices=SOURCES, action="append",
                        help="source of the samples; may be repeated (default: all)")
    parser.add_argument("--samples", type=int, default=300,
                        help="samples of each program (default %(default)s)")
    parser.add_argument("--seeds", type=int, default=1,
                        help="runs of each program, with seeds from 1 (default %(default)s)")
    arguments = parser.parse_args()
    functions, truths, summary = Functions(), {}, []
    print("| program | source | function | share, % | 95 %, % | exact, % | not traced, % | |\n"
          + "| --- " * 8 + "|")
    for source in arguments.source or SOURCES:
        held, alone = [], 0
        for seed in range(1, arguments.seeds + 1):
            for pattern in arguments.programs:
                found = profiles(pattern, source, arguments.samples, seed)
                for program, (counts, intervals, untold) in found.items():
                    truths[program] = truths.get(program) or truth_of(functions, program)
                    rows = list(cases(functions, truths[program][SOURCES[source][2]], counts,
                                      intervals))
                    alone += not rows
                    put(program, source, untold, rows)
                    held += rows
        summary.append(f"{source}: {sum(map(inside, held))} of {len(held)} inside; "
                       f"{alone} profiles have one function only")
    print("\n" + "\n".join(summary))


if __name__ == "__main__":
    main()
