#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the table of host/analysis/breakdown/README.md: breakdowns next to the virtual
Pentium's own account.

usage: tools/breakdown_table.py [COMMAND]      (default apps/*,thesis/*)

Measures benchmarks with all events that a breakdown needs, samples them, measures the penalties,
and prints a row for each region, as Markdown. The variable BUILD is the directory of the
programs (default build)."""
import csv
import io
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(os.environ.get("BUILD", "build")).resolve() / "bareprobe"
PENALTIES = ("branch/mispredict,memory/misaligned,memory/data_size,memory/pages,memory/banks,"
             "pipe/system")
# The events that made up a stack before there were breakdowns.
BEFORE = ("clocks_stalled_waiting_data_read", "clocks_stalled_full_write_buffers",
          "clocks_stalled_write_to_M_or_E_line", "pipeline_stalled_address_generation_interlock")
KEYS = ("bench", "region")


def tool(folder, *words):
    done = subprocess.run([TOOL, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode > 1:  # 1: a benchmark that cannot be sampled is reported
        sys.exit(done.stderr)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def measure(folder, command):
    """Runs 1 to 3 of a store: penalties, samples, counts with the file `account`."""
    common = ("run", "--no-log", "--report=none", "--db", "store.db")
    tool(folder, *common, "-b", PENALTIES, "-e", "count_clocks", "-r", "5")
    tool(folder, *common, "-b", command, "-e", "count_clocks", "experiment=profile", "samples=2000")
    tool(folder, *common, "-b", command, "-g", "breakdown", "-r", "1", "--account", "account")


def by_region(rows):
    found = {}
    for row in rows:
        found.setdefault(tuple(row[key] for key in KEYS), []).append(row)
    return found


def unexplained_before(rows):
    """Percentage of the clocks that no event for stalls covers."""
    counts = {row["event"]: float(row["mean"]) for row in rows}
    clocks = counts["count_clocks"]
    return 100 * max(clocks - sum(counts[event] for event in BEFORE), 0) / clocks


def figures(parts):
    """Percentage not explained, distance, and the part that deviates most with its percentage of
    clocks."""
    clocks = {row["part"]: float(row["clocks"]) for row in parts}
    model = {row["part"]: float(row["model"]) for row in parts}
    everything = float(parts[0]["clocks"]) / float(parts[0]["share"])
    off = {part: 100 * (clocks[part] - model[part]) / everything for part in clocks
           if part != "not explained"}
    worst = max(off, key=lambda part: abs(off[part]))
    return 100 * clocks["not explained"] / everything, float(parts[0]["kl"]), worst, off[worst]


def table(counts, breakdowns):
    rows = [(key, unexplained_before(counts[key]), *figures(parts))
            for key, parts in breakdowns.items()]
    yield ("| benchmark | region | not explained before, % | now, % | KL "
           "| largest error, % of clocks |")
    yield "| --- | --- | --- | --- | --- | --- |"
    for (bench, region), before, now, distance, part, off in rows:
        where = f"{part} {off:+.1f}" if abs(off) >= 0.05 else ""
        yield f"| {bench} | {region} | {before:.1f} | {now:.1f} | {distance:.3f} | {where} |"
    middle = [statistics.median(row[column] for row in rows) for column in (1, 2, 3)]
    yield (f"| median of {len(rows)} | | {middle[0]:.1f} | {middle[1]:.1f} | {middle[2]:.3f} | |")


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return
    command = sys.argv[1] if len(sys.argv) > 1 else "apps/*,thesis/*"
    with tempfile.TemporaryDirectory() as folder:
        measure(folder, command)
        counts = by_region(tool(folder, "export", "3", "--db", "store.db", "-f", "csv"))
        breakdowns = by_region(tool(folder, "breakdown", "3", "--db", "store.db", "-f", "csv",
                                    "--truth", "account"))
        print("\n".join(table(counts, breakdowns)))


if __name__ == "__main__":
    main()
