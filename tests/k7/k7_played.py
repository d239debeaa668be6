# SPDX-License-Identifier: MIT
"""Plays the rows of the Athlon's table to the K7's core and compares the clocks."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / os.environ.get("BUILD", "build")
sys.path.insert(0, str(ROOT / "tests" / "p6"))
import k7_code # pylint: disable=wrong-import-position
import p6_rows # pylint: disable=wrong-import-position

TABLE = ROOT / "tests" / "data" / "silicon" / "k7-thunderbird_inst.tsv"


def rows():
    """[(row, kind, figure as printed in the table)] of everything that was measured."""
    found = []
    for line in TABLE.read_text().splitlines()[2:]:
        name, latency, throughput = (line.split("\t") + ["", ""])[:3]
        found += [(name, "latency", latency)] if latency else []
        found += [(name, "throughput", throughput)] if throughput else []
    return found


def play(cases):
    """Clocks of each (body, key) case."""
    keys = sorted({key for _, key in cases if key})
    numbers = {key: n + 1 for n, key in enumerate(keys)} | {"": 0}
    code = p6_rows.assemble([([], body, numbers[key]) for body, key in cases])
    done = subprocess.run([BUILD / "k7_stream", *keys], input=code, capture_output=True, check=True)
    return [float(line) for line in done.stdout.decode().split()]


def figures():
    """[(row, kind, measured, modelled)]; without code for the row, modelled is None."""
    cases, asked = [], []
    for name, kind, measured in rows():
        form, key = k7_code.form_of(name)
        body, units, less = \
            (form.chain, form.chain_units, form.chain_less) if form and kind == "latency" else \
            (form.stream, form.stream_units, form.stream_less) if form else (None, None, 0)
        asked.append((name, kind, measured, units if body else None, less))
        if body:
            cases.append((body, key))
    played = iter(play(cases))
    return [(name, kind, measured, (next(played) - less) / units if units else None)
            for name, kind, measured, units, less in asked]


def is_met(measured, modelled):
    """True if the modelled figure agrees to the last digit that the table prints."""
    digits = len(measured.partition(".")[2])
    return modelled is not None and abs(modelled - float(measured)) <= 0.5 * 10 ** -digits + 1e-3
