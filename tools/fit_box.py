#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fit_box.py NAME: finds parameters with which the virtual Pentium reproduces a measured machine.

It begins with sim/machine_profiles/NAME.box and the table tests/data/silicon/NAME_mem.tsv, tries
for each parameter below the values next to its own, keeps improvements, and repeats until a whole
round has none. An improvement has fewer cells that are off by more than a clock and a tenth, then a
smaller sum of all deviations. It is deterministic. Prints the parameters found.

  tools/fit_box.py p54c-100            # search by the cells of three sizes; takes minutes
  tools/fit_box.py p54c-100 --table    # do not search; print each cell and how many agree
"""
import argparse
import re
import sys

import box_table

# Parameters that affect the table. Steps are to the neighbours; for sizes, to the half and the
# double.
SEARCHED = ["bus.l2", "bus.l2_pipelined", "bus.dram_read", "bus.dram_pipelined", "bus.row_miss",
            "bus.banks", "tlb.walk", "cache.fill_hit", "cache.fill_wait", "cache.fill_set_wait",
            "bus.row_bytes", "bus.bank_bytes", "bus.l2_bytes"]
MOST_NODES = 1 << 17  # cells of the search: larger ones take long to set up and give no more
                      # information


def neighbours(name, value):
    if value in ("on", "off"):
        return ["off" if value == "on" else "on"]
    if "-" in value:
        first, following = map(int, value.split("-"))
        pairs = [(first - 1, following), (first + 1, following), (first, following - 1),
                 (first, following + 1), (first - 3, following + 1), (first + 3, following - 1)]
        return [f"{a}-{b}" for a, b in pairs if a > 0 and b > 0]
    if name.endswith("bytes") or name.endswith("banks"):
        return [str(int(value) * 2)] + ([str(int(value) // 2)] if int(value) > 1 else [])
    return [str(n) for n in (int(value) - 1, int(value) + 1) if n >= 0]


def read_box(name):
    text = (box_table.BOXES / f"{name}.box").read_text()
    return dict(re.findall(r"^([\w.]+)=([\w-]+)", text, re.M))


def nodes(case):
    words = box_table.arguments(case)
    apart = box_table.number(words["stride"]) if "order" not in words and "stride" in words else 32
    return box_table.number(words["size"]) // apart


def score(silicon, model):
    off = [abs(model[case] - clocks) / max(box_table.CLOCKS, box_table.SHARE * clocks)
           for case, clocks in silicon.items() if case in model]
    return sum(x > 1 for x in off), sum(min(x, 3) for x in off)


def search(name, sizes):
    silicon = box_table.table(name)
    cells = [case for case in silicon if box_table.arguments(case)["size"] in sizes and
             nodes(case) <= MOST_NODES]
    values = {key: value for key, value in read_box(name).items() if key in SEARCHED}
    seen = {}

    def tried(changed):
        key = tuple(sorted(changed.items()))
        if key not in seen:
            options = [word for item in changed.items() for word in ("-set", "=".join(item))]
            try:
                model = box_table.measure(name, cells, box_table.pages(name), options)
            except RuntimeError:  # parameters that exclude each other
                seen[key] = (len(cells) + 1, 0)
            else:
                seen[key] = score(silicon, model)
        return seen[key]

    best = tried(values)
    print(f"{len(cells)} cells; {best[0]} differ at the start, score {best[1]:.2f}", flush=True)
    better = True
    while better:
        better = False
        for parameter in SEARCHED:
            for other in neighbours(parameter, values[parameter]) if parameter in values else []:
                now = tried({**values, parameter: other})
                if now < best:
                    best, better = now, True
                    values[parameter] = other
                    print(f"{parameter}={other}: {best[0]} differ, score {best[1]:.2f}", flush=True)
    for item in values.items():
        print("=".join(item))


def show(name):
    silicon = box_table.table(name)
    model = box_table.measure(name, list(silicon), box_table.pages(name))
    wrong = {case for case in silicon if not box_table.agrees(model[case], silicon[case])}
    for case, clocks in silicon.items():
        print(f"{case}\t{clocks}\t{model[case]:.2f}\t{'differs' if case in wrong else ''}")
    print(f"# {len(silicon) - len(wrong)} of {len(silicon)} agree, "
          f"{100 - 100 * len(wrong) / len(silicon):.2f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("name", help="machine profile that has a table")
    parser.add_argument("--sizes", default="64K,512K,4M",
                        help="search by the cells of these sizes (default %(default)s)")
    parser.add_argument("--table", action="store_true",
                        help="do not search; print each cell and how many agree")
    asked = parser.parse_args()
    if asked.table:
        show(asked.name)
    else:
        search(asked.name, asked.sizes.split(","))


if __name__ == "__main__":
    sys.exit(main())
