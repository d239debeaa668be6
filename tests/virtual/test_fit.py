# SPDX-License-Identifier: MIT
"""Blind test of `bareprobe fit`: a virtual Pentium with random values of the disputed parameters is
measured like a real machine, and fit has to find the values. None may be reported wrong."""
import os
import pathlib
import random
import re
import subprocess

import pytest

pytestmark = pytest.mark.full

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "build/bareprobe"
SUITE = ",".join(str(ROOT / f"iso/experiments/{name}.parms") for name in ("fit", "fit_user"))
WHOLE = bool(os.environ.get("WHOLE_MATRIX"))
MACHINES = 20 if WHOLE else 1
LEAST_FOUND = 0.9


def rows(name, macro):
    """Parses the rows of a .def file as lists of texts."""
    text = (ROOT / "host/analysis/fit" / name).read_text()
    for row in re.findall(rf"^{macro}\((.*?)\)(?: */\*[^\n]*)?$", text, re.M | re.S):
        yield re.findall(r'"([^"]*)"', row)


IDLE = [tuple(row) for row in rows("rules.def", "IDLE")]
UNKNOWN = {row[0]: {"on": row[1], "values": row[2], "decided_by": row[4]}
           for row in rows("unknowns.def", "UNKNOWN")}


def choices(values):
    bounds = re.fullmatch(r"(\d+)\.\.(\d+)", values)
    if bounds:
        return [str(n) for n in range(int(bounds[1]), int(bounds[2]) + 1)]
    return values.split(", ")


def draw(seed):
    """Draws a processor and its parameters. For parameters that are meaningful only together one
    determines the other: there are two buffers per pipe, and ratios are in lowest terms."""
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
    """Measures the suite and imports the records into store.db."""
    with open(folder / "run.log", "w", encoding="ascii") as log:
        subprocess.run([ROOT / "build/vpentium", "-kernel", ROOT / "build/bareprobe.elf", "-initrd",
                        SUITE, "-append", "exit=qemu", *more], stdout=log, check=False)
    done = subprocess.run([TOOL, "import", "run.log", "--db", "store.db"], cwd=folder, check=False,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def fit(folder):
    """Returns the reported parameters and the last line."""
    done = subprocess.run([TOOL, "fit", "last", "--db", "store.db", "-o", "mine.box"], cwd=folder,
                          check=True, capture_output=True, text=True)
    box = (folder / "mine.box").read_text().splitlines()
    return dict(line.split("=", 1) for line in box if line[0] != "#"), done.stdout


def without_rough(machine):
    """Removes the parameters that -silicon rough sets itself."""
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
    for seed in range(MACHINES):
        cpu, machine = draw(seed + (100 if silicon == "rough" else 0))
        folder = tmp_path / str(seed)
        folder.mkdir()
        given = without_rough(machine) if silicon == "rough" else machine
        measure(folder, *options(cpu, given),
                *(["-silicon", "rough", "-seed", str(seed)] if silicon == "rough" else []))
        truth = {**given, **ROUGH} if silicon == "rough" else machine
        told, _ = fit(folder)
        wrong += [(seed, name, truth[name], told[name]) for name in truth
                  if told.get(name, truth[name]) != truth[name]]
        idle = {name for name, other, value in IDLE if truth[other] == value}
        wrong += [(seed, name, "idle", told[name]) for name in idle if name in told]
        truth = {name: value for name, value in truth.items() if name not in idle}
        missed = [name for name in truth if name not in told]
        print(silicon, seed, cpu, f"{len(truth) - len(missed)} of {len(truth)};", *missed)
        found += sum(told.get(name) == value for name, value in truth.items())
        asked += len(truth)
    print(f"{silicon}: {found} of {asked}, {100 * found / asked:.1f} %, wrong: {wrong}")
    assert not wrong
    assert found >= LEAST_FOUND * asked


def results(folder):
    """Returns the counts in the order of the wire."""
    lines = (folder / "run.log").read_text().splitlines()
    return [re.sub(r"^BP seq=\d+ | crc=\w+$", "", line) for line in lines
            if " ev=result " in line or " ev=finding " in line]


# Their rows give a reason instead of a benchmark.
NOT_TOLD = {name for name, row in UNKNOWN.items() if row["decided_by"].startswith("no bench")}


def test_a_box_of_what_was_told_answers_as_the_machine_did(tmp_path):
    cpu, machine = draw(7)
    machine = {name: value for name, value in machine.items() if name not in NOT_TOLD}
    folders = [tmp_path / name for name in ("measured", "told")]
    for folder in folders:
        folder.mkdir()
    measure(folders[0], *options(cpu, machine))
    told, said = fit(folders[0])
    assert f" {len(NOT_TOLD)} undecided, " in said
    assert told["cpu"] == cpu and told["mhz"] == "100"
    measure(folders[1], "-machine", str(folders[0] / "mine.box"))
    assert results(folders[0]) == results(folders[1])
    assert len(results(folders[0])) > 500
    again, _ = fit(folders[1])
    assert again == told


def parameters():
    """Returns the model's parameters by name, as listed by `-set help`."""
    listed = subprocess.run([ROOT / "build/vpentium", "-set", "help"], capture_output=True,
                            text=True, check=False)
    return set(re.findall(r"^([a-z0-9_.]+)=", listed.stdout + listed.stderr, re.M))


def test_tables_are_in_step_with_the_model():
    """Each listed parameter is one of the model's and appears once, and each rule is for one of
    them. Each is determined by a rule, or has a reason why no benchmark determines it."""
    names = [row[0] for row in rows("unknowns.def", "UNKNOWN")]
    assert len(names) == len(set(names)) == len(UNKNOWN) > 60
    assert not set(names) - parameters()
    ruled = {row[0] for macro in ("NUMBER", "SAYS") for row in rows("rules.def", macro)}
    assert not ruled - set(names)
    assert NOT_TOLD == {name for name in names if name not in ruled}
    assert {row[0] for macro in ("GIVEN", "IDLE") for row in rows("rules.def", macro)} <= ruled


# Parameters that no source disputes, or that belong to the board's roughness
# (host/analysis/fit/README.md).
SETTLED = {
    "p55c", "pairing.enabled", "branch.btb", "cache.code", "cache.data", "cache.bank_conflict",
    "cache.l1_write_allocate", "cache.uncached_from", "cache.uncached_to", "tlb.data",
    "tlb.data_large", "bus.l2_reach", "bus.refresh_interval", "bus.refresh",
    "bus.master_interval", "bus.master", "silicon.counter_slip",
    "x87.sine_zero_early",  # three chips have the same clocks (InstLatx64)
    "wide_select"}  # a processor of another manufacturer

# Properties of a board's memory, which are off in the default model. The tables of chain/*
# determine them for each machine.
OF_A_BOARD = {
    "bus.bank_bytes", "bus.banks", "bus.dram_pipelined", "bus.l2_pipelined", "bus.row_bytes",
    "bus.row_miss", "cache.fill_hit", "cache.fill_set_wait", "cache.fill_wait",
    "tlb.walk_fills_l2"}

# Parameters of hypothetical machines for `explain --what-if`; no real chip has them on.
NEVER = {"branch.enabled"} | {"free." + cause for cause in (
    "agi", "prefix", "first", "mispredict", "code", "tlb", "read", "write", "bank", "misaligned",
    "lock", "x87")}


def test_every_parameter_is_listed_or_settled():
    """A new parameter must be in host/analysis/fit/unknowns.def or a list above with a reason."""
    assert parameters() == set(UNKNOWN) | SETTLED | OF_A_BOARD | NEVER
    assert not set(UNKNOWN) & (SETTLED | OF_A_BOARD | NEVER)


def test_the_suite_has_every_benchmark_that_tells():
    command = re.search(r"command = (.*);", (ROOT / "iso/experiments/fit.parms").read_text())[1]
    decided_by = {name for row in UNKNOWN.values() for name in re.findall(r"[a-z]+/[a-z0-9_]+",
                                                                       row["decided_by"])}
    assert len(decided_by) > 20
    for name in decided_by:
        assert name in command or name.split("/")[0] + "/*" in command or \
            name.replace("write_buffers", "write_*") in command, name
