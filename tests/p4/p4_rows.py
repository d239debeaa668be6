# SPDX-License-Identifier: MIT
"""Plays the rows of the Pentium 4's tables to its core and compares the clocks. As a program it
prints the rows of a chip that are not met."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / os.environ.get("BUILD", "build")
sys.path.insert(0, str(ROOT / "tests" / "p6"))
sys.path.insert(0, str(ROOT / "tests" / "p4"))
import p4_code # pylint: disable=wrong-import-position
import p6_rows # pylint: disable=wrong-import-position

CHIPS = ("willamette", "northwood")


def table(chip):
    return p6_rows.table(ROOT / "tests" / "data" / "silicon" / f"p4-{chip}_inst.tsv")


def play(chip, cases):
    """Clocks of each (prologue, body, value) case."""
    done = subprocess.run([BUILD / "p4_stream", chip], input=p6_rows.assemble(cases),
                          capture_output=True, check=True)
    return [float(line) for line in done.stdout.decode().split()]


def figures(chip, rows=None):
    """A p6_rows.Figure for each measured figure of these rows, or of all."""
    cases, asked = [], []
    for name, latency, throughput in rows or table(chip):
        form = p4_code.form_of(name)
        for kind, measured in (("latency", latency), ("throughput", throughput)):
            if measured is None:
                continue
            body, units, less = (None, 1, 0) if not form else \
                (form.chain, form.chain_units, form.chain_less) if kind == "latency" else \
                (form.stream, form.stream_units, form.stream_less)
            asked.append((name, kind, measured, units if body else None, less))
            if body:
                cases.append((form.prologue, body, form.value))
    played = iter(play(chip, cases))
    return [p6_rows.Figure(name, kind, measured, (next(played) - less) / units if units else None)
            for name, kind, measured, units, less in asked]


def main():
    for chip in sys.argv[1:] or CHIPS:
        found = figures(chip)
        rows = {figure.row for figure in found}
        missed = {figure.row for figure in found if not figure.met}
        for figure in found:
            if not figure.met:
                modelled = "no code" if figure.modelled is None else f"{figure.modelled:.2f}"
                print(f"{chip}\t{figure.row}\t{figure.kind}\t{figure.measured}\t{modelled}")
        print(f"{chip}: {len(rows) - len(missed)} of {len(rows)} rows within 0.25 clocks or 10 %")


if __name__ == "__main__":
    main()
