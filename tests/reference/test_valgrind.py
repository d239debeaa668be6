# SPDX-License-Identifier: MIT
"""The counts of compiled programs are those that valgrind finds for the same object file.

tests/bench/reference/NAME.c is a benchmark of the test image; its work function is linked here with
linux.asm as a program for lackey (instructions, reads, writes) and cachegrind (read misses). The
two caches differ by one rule: cachegrind allocates a line on a write miss, the P5 does not. The
programs therefore read a place before they write it, except `fill`, which shows the difference.
"""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
OBJECTS = BUILD / "kernel/tests/bench/reference"
PROGRAMS = ("matrix", "words", "sort", "fill")
EVENTS = ("instructions_executed", "data_read", "data_write", "data_read_miss", "data_write_miss")
WORDS_IN_A_LINE = 8

# The P5's two caches and the second level of the thesis's machine. Level 0, since VEX otherwise
# optimises away loads whose value is not used.
VALGRIND = ["valgrind", "--vex-iropt-level=0"]
CACHES = ["--I1=8192,2,32", "--D1=8192,2,32", "--LL=262144,1,32"]

pytestmark = pytest.mark.skipif(not shutil.which("valgrind"),
                                reason="no valgrind here (Debian package valgrind)")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


def link(folder, name=None):
    """The Linux program that calls reference_NAME(), or calls nothing. The symbols of a benchmark
    are local in its object file."""
    start, program = folder / f"{name}.o", folder / f"{name}"
    work, objects = [], []
    if name:
        work, objects = [f"-DWORK=reference_{name}"], [folder / f"{name}.seen.o"]
        run("objcopy", f"--globalize-symbol=reference_{name}", OBJECTS / f"{name}.o", *objects)
    run("nasm", "-f", "elf32", *work, "-o", start, ROOT / "tests/reference/linux.asm")
    run("ld", "-m", "elf_i386", "-static", "--gc-sections", "-o", program, start, *objects)
    return program


def lackey(program):
    """Instructions, loads and stores; an instruction that does both counts as a load and a
    store."""
    said = run(*VALGRIND, "--tool=lackey", "--basic-counts=yes", "--detailed-counts=yes",
               program).replace(",", "")
    accesses = re.findall(r" I(?:8|16|32|64)\s+(\d+)\s+(\d+)", said)
    assert len(accesses) == 4, said
    return {"instructions_executed": int(re.search(r"guest instrs:\s+(\d+)", said)[1]),
            "data_read": sum(int(loads) for loads, _ in accesses),
            "data_write": sum(int(stores) for _, stores in accesses)}


def cachegrind(program):
    """Read and write misses; an instruction that reads and writes a place counts as a read."""
    totals = program.with_suffix(".cachegrind")
    run(*VALGRIND, "--tool=cachegrind", *CACHES, f"--cachegrind-out-file={totals}", program)
    text = totals.read_text()
    names = re.search(r"^events: (.*)$", text, re.M)[1].split()
    counts = dict(zip(names, re.search(r"^summary: (.*)$", text, re.M)[1].split()))
    return {"data_read_miss": int(counts["D1mr"]), "data_write_miss": int(counts["D1mw"])}


def count(program):
    return {**lackey(program), **cachegrind(program)}


@pytest.fixture(name="expected", scope="module")
def fixture_expected(tmp_path_factory):
    """Valgrind's counts by program and event, from the call to the return."""
    folder = tmp_path_factory.mktemp("valgrind")
    around = count(link(folder))
    return {name: {event: number - around[event]
                   for event, number in count(link(folder, name)).items()} for name in PROGRAMS}


@pytest.fixture(name="measured", scope="module")
def fixture_measured(vpentium, records):
    """The virtual Pentium's counts by program and event, from cold caches as valgrind's are."""
    wire = vpentium(f"command=reference/* state=cold repetitions=2 events={','.join(EVENTS)} "
                    "exit=qemu", image="bareprobe-test")
    assert wire.returncode == 0, wire.stdout[-2000:]
    results = [r for r in records(wire.stdout) if r["ev"] == "result"]
    assert len(results) == len(PROGRAMS) * len(EVENTS)
    assert {r["status"] for r in results} == {"ok"}
    return {name: {r["event"]: float(r["mean"]) for r in results
                   if r["bench"] == f"reference/{name}"} for name in PROGRAMS}


@pytest.mark.parametrize("event", ("instructions_executed", "data_read", "data_write"))
@pytest.mark.parametrize("name", PROGRAMS)
def test_is_the_same(measured, expected, name, event):
    assert measured[name][event] == expected[name][event]


# At their slowest clocks: what the kernel waits for in real time takes the fewest of them.
@pytest.mark.parametrize("cpu, mhz, instructions, references", fast_cases(0, (
    ("p2", "100", "inst_retired", "data_mem_refs"),
    ("k7", "500", "retired_instructions", "data_cache_accesses"),
    ("ppro", "100", "inst_retired", "data_mem_refs"),
    ("p3", "100", "inst_retired", "data_mem_refs"))))
def test_is_the_same_on_other_processors(vpentium, records, expected, cpu, mhz, instructions,
                                         references):
    """References are reads and writes together; none of these programs splits one."""
    wire = vpentium(f"command=reference/* repetitions=1 events={instructions},{references} "
                    "exit=qemu", "-cpu", cpu, "-mhz", mhz, image="bareprobe-test", timeout=300)
    assert wire.returncode == 0, wire.stdout[-2000:]
    counted = {name: {} for name in PROGRAMS}
    for record in records(wire.stdout):
        if record["ev"] == "result":
            counted[record["bench"].removeprefix("reference/")][record["event"]] = \
                float(record["mean"])
    assert counted == {name: {instructions: counts["instructions_executed"],
                              references: counts["data_read"] + counts["data_write"]}
                       for name, counts in expected.items()}


@pytest.mark.parametrize("name", ("matrix", "words", "sort"))
def test_read_misses_agree_to_a_percent(measured, expected, name):
    assert expected[name]["data_read_miss"] > 2000, "too few for a percent to mean something"
    assert measured[name]["data_read_miss"] == pytest.approx(expected[name]["data_read_miss"],
                                                             rel=0.01)


def test_write_miss_allocates_no_line(measured, expected):
    """Two rounds over 16 KB, written word by word: cachegrind misses the first word of each of the
    2 x 512 lines, the P5 each of the 2 x 4096 words. The stack, a line or two, is not fill's."""
    assert expected["fill"]["data_write_miss"] == pytest.approx(2 * 512, abs=2)
    assert measured["fill"]["data_write_miss"] == pytest.approx(2 * 512 * WORDS_IN_A_LINE, abs=2)
