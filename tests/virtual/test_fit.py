# SPDX-License-Identifier: MIT
"""bareprobe fit, tried blind: a virtual Pentium with its disputed parameters drawn at random is
measured as a box would be, and fit has to find them. None may be told wrongly."""
import os
import pathlib
import random
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "build/bareprobe"
SUITE = ROOT / "iso/experiments/fit.parms"
WHOLE = bool(os.environ.get("WHOLE_MATRIX"))
MACHINES = 20 if WHOLE else 2
LEAST_FOUND = 0.9
N = int(os.environ.get("N", 1))


def rows(name, macro):
    """A .def's rows as lists of texts."""
    text = (ROOT / "host/fit" / name).read_text()
    for row in re.findall(rf"^{macro}\((.*?)\)(?:  */\*.*)?$", text, re.M | re.S):
        yield re.findall(r'"([^"]*)"', row)


UNKNOWN = {row[0]: {"on": row[1], "values": row[2], "told_by": row[4]}
           for row in rows("unknowns.def", "UNKNOWN")}


def choices(values):
    bounds = re.fullmatch(r"(\d+)\.\.(\d+)", values)
    if bounds:
        return [str(n) for n in range(int(bounds[1]), int(bounds[2]) + 1)]
    return values.split(", ")


def draw(seed):
    """The processor and its parameters. Of those that only mean something together one says the
    other: buffers of the pipes are two, a ratio is in its lowest terms."""
    chance = random.Random(seed)
    cpu = "p55c" if seed % 3 == 2 else "p54c"
    machine = {name: chance.choice(choices(row["values"])) for name, row in UNKNOWN.items()
               if row["on"] in ("", cpu)}
    if machine["bus.write_buffers_shared"] == "off":
        machine["bus.write_buffers"] = "2"
    if machine["bus.ratio_core"] == "2":
        machine["bus.ratio_bus"] = "1"
    return cpu, machine


def options(cpu, machine):
    return ["-cpu", cpu] + [word for name, value in machine.items()
                            for word in ("-set", f"{name}={value}")]


def measure(folder, *more):
    """The records of the suite, imported: the store's name."""
    with open(folder / "run.log", "w", encoding="ascii") as log:
        subprocess.run([ROOT / "build/vpentium", "-kernel", ROOT / "build/bareprobe.elf", "-initrd",
                        SUITE, "-append", "exit=qemu", *more], stdout=log, check=False)
    done = subprocess.run([TOOL, "import", "run.log", "--db", "store.db"], cwd=folder, check=False,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def fit(folder):
    """What is told, and the last line."""
    done = subprocess.run([TOOL, "fit", "last", "--db", "store.db", "-o", "mine.box"], cwd=folder,
                          check=True, capture_output=True, text=True)
    box = (folder / "mine.box").read_text().splitlines()
    return dict(line.split("=", 1) for line in box if line[0] != "#"), done.stdout


def without_rough(machine):
    """What -silicon rough has to say itself."""
    return {name: value for name, value in machine.items()
            if not name.startswith("silicon.") and name not in
            ("branch.random_replacement", "bus.l2_flushed_by_wbinvd")}


ROUGH = {"silicon.tr12": "garbage", "silicon.cesr_upper_garbage": "on",
         "silicon.cesr_reserved_garbage": "on", "silicon.counter_upper_garbage": "on",
         "branch.random_replacement": "on", "bus.l2_flushed_by_wbinvd": "off"}


@pytest.mark.parametrize("silicon", ["kind", "rough"])
def test_blind(tmp_path, silicon):
    found = asked = 0
    wrong = []
    for seed in range(N):
        cpu, machine = draw(seed + (100 if silicon == "rough" else 0))
        folder = tmp_path / str(seed)
        folder.mkdir()
        given = without_rough(machine) if silicon == "rough" else machine
        measure(folder, *options(cpu, given),
                *(["-silicon", "rough", "-seed", str(seed)] if silicon == "rough" else []))
        truth = {**given, **ROUGH} if silicon == "rough" else machine
        told, _ = fit(folder)
        wrong += [(seed, name, truth[name], told[name]) for name in truth
                  if name in told and told[name] != truth[name]]
        missed = [name for name in truth if name not in told]
        print(silicon, seed, cpu, f"{len(truth) - len(missed)} of {len(truth)};", *missed)
        found += sum(told.get(name) == value for name, value in truth.items())
        asked += len(truth)
    print(f"{silicon}: {found} of {asked}, {100 * found / asked:.1f} %, wrong: {wrong}")
    assert not wrong
    assert found >= LEAST_FOUND * asked
