# SPDX-License-Identifier: MIT
"""Plays the measured rows to the P6's core and compares the clocks."""
import dataclasses
import os
import pathlib
import struct
import subprocess
import tempfile

import p6_forms

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / os.environ.get("BUILD", "build")

CLOCK, SHARE = 0.25, 0.10


@dataclasses.dataclass
class Figure:
    row: str
    kind: str          # latency or throughput
    measured: float
    modelled: float    # None if there is no code for the row

    @property
    def met(self):
        return self.modelled is not None and \
            abs(self.modelled - self.measured) <= max(CLOCK, SHARE * self.measured) + 1e-9


def table(path):
    """[(row, latency, throughput)]; None for a figure that was not measured."""
    rows = []
    for line in path.read_text().splitlines()[2:]:
        name, latency, throughput = (line.split("\t") + ["", ""])[:3]
        rows.append((name, *(float(text) if text else None for text in (latency, throughput))))
    return rows


def assemble(cases, optimise="-O0"):
    """The bytes of (prologue, body, number) cases in the format that p6_stream reads. nasm's option
    -O0 takes the encodings as they are written."""
    text = ["bits 32"]
    for n, (prologue, body, value) in enumerate(cases):
        text += [f"dd b{n} - p{n}, e{n} - b{n}, {value}", f"p{n}:", *prologue, f"b{n}:", *body,
                 f"e{n}:"]
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder, "cases.asm"), pathlib.Path(folder, "cases.bin")
        source.write_text("\n".join(text) + "\n")
        subprocess.run(["nasm", "-f", "bin", optimise, "-o", binary, source], check=True)
        return binary.read_bytes()


def play(stream, cases, settings=(), optimise="-O0"):
    """[(clocks, uops)] of each body. `settings` are parameters of the core: `locked=20`."""
    done = subprocess.run([stream, *settings], input=assemble(cases, optimise),
                          capture_output=True, check=True)
    return [tuple(map(float, line.split())) for line in done.stdout.decode().splitlines()]


def figures(stream, rows, form_of=p6_forms.form_of):
    cases, asked = [], []
    for name, latency, throughput in rows:
        form = form_of(name)
        for kind, measured in (("latency", latency), ("throughput", throughput)):
            if measured is None:
                continue
            body = form and (form.chain if kind == "latency" else form.stream)
            units = form and (form.chain_units if kind == "latency" else form.stream_units)
            asked.append((name, kind, measured, units if body else None))
            if body:
                cases.append((form.prologue, body, form.value))
    played = iter(play(stream, cases))
    return [Figure(name, kind, measured, next(played)[0] / units if units else None)
            for name, kind, measured, units in asked]
