#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes a page with the tables and figures of a paper on multiplexing, for our benchmarks.

usage: tools/paper_page.py PAGE.html [--programs BENCHMARK...] [--samples N] [--parts NAME...]

The paper is Azimi, Stumm and Wisniewski, "Online Performance Analysis by Statistical Sampling of
Microprocessor Performance Counters" (ICS 2005): Tables 2 to 4 and Figures 2, 5, 6 and 7. All
numbers are the virtual Pentium's."""
import argparse
import contextlib
import csv
import html
import io
import pathlib
import re
import subprocess
import sys
import tempfile

import multiplex_tables
from multiplex_tables import BUILD, name_of

TOOL = BUILD / "bareprobe"
STALLS = ("count_clocks,instructions_executed,instructions_executed_in_v_pipe,"
          "clocks_stalled_waiting_data_read,clocks_stalled_full_write_buffers,"
          "pipeline_stalled_address_generation_interlock,bank_conflicts,pipeline_flushes")
SLICE = 20_000  # instructions
COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44")
STYLE = """body{font:16px/1.45 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse;margin:1em 0}
td,th{border:1px solid #bbb;padding:.2em .6em;text-align:right}
td:first-child,th:first-child{text-align:left}pre{background:#f3f3f3;padding:.7em;overflow-x:auto}
svg{max-width:100%;height:auto}"""


# ---- HTML ----------------------------------------------------------------------------------------

def table(rows):
    """The first row is the header."""
    def line(cells, tag):
        return ("<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells)
                + "</tr>")
    body = "".join(line(row, "td") for row in rows[1:])
    return f"<table>{line(rows[0], 'th')}{body}</table>"


def from_markdown(text):
    """Tables and paragraphs of multiplex_tables."""
    parts, rows = [], []
    for line in [*text.splitlines(), ""]:
        cells = [cell.strip().strip("`") for cell in line.strip("| ").split("|")]
        if line.startswith("|"):
            rows += [] if set(cells) == {"---"} else [cells]
            continue
        if rows:
            parts.append(table(rows))
            rows = []
        if line.strip():
            parts.append(f"<p>{html.escape(line).replace('`', '')}</p>")
    return "\n".join(parts)


def printed(function, arguments):
    """The output of a function of multiplex_tables, as HTML."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        function(arguments)
    return from_markdown(text.getvalue())


# ---- runs ----------------------------------------------------------------------------------------

def tool(arguments, *words):
    done = subprocess.run([TOOL, *map(str, words)], cwd=arguments.folder, check=False,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"bareprobe {' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def multiplexed(arguments, log, program, events, *settings, samples):
    tool(arguments, "run", "-b", program, "-e", events, "experiment=multiplex",
         f"samples={arguments.samples or samples}", *settings, "-o", log, "--no-store",
         "--report=none")


def picture(arguments, kind, *words):
    """An SVG picture, without the lines before its element."""
    svg = tool(arguments, "plot", kind, *words, "-o", "-")
    return svg[svg.index("<svg"):]


# ---- figures and tables --------------------------------------------------------------------------

def group_order(seed, weights, rounds):
    """The groups of each round in the kernel's order (kernel/sample/engine/slices.c)."""
    order = [group for group, weight in enumerate(weights) for _ in range(weight)]
    found = []
    for _ in range(rounds):
        for i in range(len(order), 1, -1):
            seed = (seed * 1664525 + 1013904223) % 2**32
            other = seed * i >> 32
            order[i - 1], order[other] = order[other], order[i - 1]
        found.append(list(order))
    return found


def figure2(arguments):
    """Four groups, one of them with two slices, in four rounds."""
    weights = (2, 1, 1, 1)
    events = ("instructions+branches/data_read+data_read_miss/data_write+data_write_miss/"
              "clocks+flops")
    plan = tool(arguments, "plan", "-b", arguments.programs[0], "-e", events,
                "experiment=multiplex", "weights=" + ",".join(map(str, weights)))
    cells, width = [], 32
    for number, groups in enumerate(group_order(1, weights, 4)):
        for place, group in enumerate(groups):
            x = width * (number * len(groups) + place) + 8 * number
            cells.append(f'<rect x="{x}" y="0" width="{width - 2}" height="30" '
                         f'fill="{COLOURS[group]}"/><text x="{x + width / 2 - 1}" y="20" '
                         f'text-anchor="middle" fill="#fff" font-size="14">{group + 1}</text>')
    whole = width * 4 * sum(weights) + 24
    return (f"<pre>{html.escape(plan)}</pre><svg viewBox='0 0 {whole} 30' width='{whole}'>"
            + "".join(cells) + "</svg><p>The first four rounds with seed=1: the groups in the "
            "order of their slices.</p>")


def table2(arguments):
    return printed(multiplex_tables.table2, arguments)


def figure5(arguments):
    multiplexed(arguments, "figure5.log", arguments.programs[0],
                "instructions_executed,data_read_miss,branches,data_read", "interval=200us",
                samples=400)
    return picture(arguments, "timeline", "figure5.log", "-e",
                   "instructions_executed,data_read_miss")


def figure6(arguments):
    logs = pathlib.Path(arguments.folder, "figure6")
    logs.mkdir()
    arguments = argparse.Namespace(**{**vars(arguments), "logs": logs})
    text = printed(multiplex_tables.figure6, arguments)
    return picture(arguments, "multiplex", *sorted(logs.glob("*.log")), "-e",
                   ",".join(multiplex_tables.RARE)) + text


def table3(arguments):
    """The paper's modes are dispatch of one instruction, and in order; here they are the V pipe
    off, and a cold start of each repetition."""
    modes = {("vpipe", "warm"): "V pipe off", ("none", "cold"): "cold"}
    cells, columns, sources = {}, [], []
    for number, program in enumerate(arguments.programs):
        log = f"table3_{number}.log"
        multiplexed(arguments, log, program, STALLS, f"source=event,instructions,{SLICE}",
                    "state=both", "ablate=vpipe", samples=320)
        for row in csv.DictReader(io.StringIO(tool(arguments, "breakdown", log, "--kl", "-f",
                                                   "csv"))):
            mode = modes.get((row["ablate after"], row["state after"]))
            column = (row["benchmark"], mode)
            if not mode:
                continue
            columns += [] if column in columns else [column]
            sources += [] if row["source"] in sources else [row["source"]]
            cells[row["source"], column] = (f"{float(row['kl']):.2f}" if row["kl"] else "N/A") + (
                "*" if row["kl"] and row["replaced"] != "0" else "")
    rows = [["source"] + [f"{bench}: {mode}" for bench, mode in columns]]
    rows += [[source] + [cells.get((source, column), "N/A") for column in columns]
             for source in sources]
    return table(rows) + (f"<p>Rounds of 8 slices of {SLICE:,} instructions. *: a round with "
                          "nothing counts as half a clock. N/A: less than one clock in 10,000 "
                          "instructions.</p>")


def table4(arguments):
    return printed(multiplex_tables.table4, arguments)


def figure7(arguments):
    multiplexed(arguments, "figure7.log", arguments.programs[0], STALLS, "interval=200us",
                samples=800)
    return picture(arguments, "breakdown", "figure7.log", "--db", "none.db")


PARTS = {
    "figure2": ("Figure 2: groups, slices and rounds", figure2),
    "table2": ("Table 2: distance of estimates from exact counts", table2),
    "figure5": ("Figure 5: estimates and exact counts over time", figure5),
    "figure6": ("Figure 6: slices, groups and accuracy", figure6),
    "figure7": ("Figure 7: clocks by cause over time", figure7),
    "table3": ("Table 3: distance of stalls between modes of the processor", table3),
    "table4": ("Table 4: what interruptions cost", table4),
}


def page(arguments):
    parts = ["<!doctype html><html lang='en'><meta charset='utf-8'><title>Multiplexing</title>"
             f"<style>{STYLE}</style><h1>Multiplexed counters</h1><p>The tables and figures of "
             "Azimi, Stumm and Wisniewski (ICS 2005), for "
             f"{html.escape(', '.join(map(name_of, arguments.programs)))} in the virtual Pentium "
             f"(P54C, {multiplex_tables.MHZ} MHz): a model's numbers, not a real chip's.</p>"]
    for name in arguments.parts:
        heading, function = PARTS[name]
        print(name, file=sys.stderr, flush=True)
        parts.append(f"<h2 id='{name}'>{heading}</h2>{function(arguments)}")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--programs", nargs="+", default=["thesis/wc", "thesis/lzw", "apps/fft"],
                        metavar="BENCHMARK", help="figures use the first")
    parser.add_argument("--samples", type=int, help="samples of each run")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART",
                        help=", ".join(PARTS))
    arguments = parser.parse_args()
    arguments.logs = None
    with tempfile.TemporaryDirectory() as folder:
        arguments.folder = folder
        text = page(arguments)
    part = arguments.page.with_name(arguments.page.name + ".new")
    part.write_text(re.sub(r"[ \t]+$", "", text, flags=re.M))
    part.replace(arguments.page)
    print(arguments.page)


if __name__ == "__main__":
    main()
