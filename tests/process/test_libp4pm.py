# SPDX-License-Identifier: MIT
"""Programs that count their own events on a Pentium 4 (libp4pm): their counts, the register files
given to them, and the files that they return."""
import os
import re
import subprocess

import pytest

import programs
from tiers import fast_cases

PROGRAMS = programs.BUILD / "programs"
SOURCES = programs.ROOT / "programs"

REGISTERS = """\
p4pm 1
event  loads_retired
escr   0001 0000 0000 0000 0000 0010 0000 1100
cccr   0000 0000 0000 0011 1011 0000 0000 0000
pmc    01111
tags   uop_type
escr   0000 0100 0000 0000 0000 0100 0000 1100
cccr   0000 0000 0000 0011 0101 0000 0000 0000
pmc    01110
event  instructions
escr   0x0400060c
cccr   0x00039000
pmc    0xc
"""


@pytest.fixture(name="run")
def fixture_run(tmp_path):
    """run("p4pm_nested nested.txt", ...): a run of a program of programs/ on a Pentium 4. The boot
    is shortest with the slowest clock, because it measures the clock for a fixed time."""
    def run(words, *options, timeout=120):
        name, _, arguments = words.partition(" ")
        return subprocess.run(
            [programs.BUILD / "bareprobe", "run", "--cpu", "northwood", "--mhz", "1300",
             "--program", PROGRAMS / name, "--args", arguments, "-e", "time_stamp", "-r", "1",
             "--no-log", "--report", "text", *map(str, options)], cwd=tmp_path, text=True,
            capture_output=True, check=False, timeout=timeout,
            env={**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"})
    return run


def counts(path):
    lines = re.findall(r"^(.*)= (\d+)$", path.read_text(), re.M)
    return {name: int(count) for name, count in lines}


NESTED = "--file", f"nested.txt={SOURCES}/p4pm_nested/nested.txt"


@pytest.mark.parametrize("ring", fast_cases(1, ("user", "kernel")))
def test_nested_measurements_are_exact(run, tmp_path, ring):
    """An iteration is 8 NOPs, DEC and JNZ: 100 of them are 1000 instructions and 100 branches,
    after a MOV. The loop is around its three inner measurements of 101 instructions."""
    done = run("p4pm_nested nested.txt", f"privilege={ring}", "--files-to", "out", *NESTED)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ("nothing      instructions 0 branches 0\n"
            "100 turns    instructions 1001 branches 100\n" +
            3 * "10 turns     instructions 101 branches 10\n") == \
        (tmp_path / "out/stdout").read_text()
    hundred, around = (counts(tmp_path / "out" / name) for name in ("hundred.txt", "around.txt"))
    assert hundred.pop("TSC") > 100 and hundred == {"instructions": 1001, "branches": 100}
    assert 303 <= around["instructions"] < 353 and 30 <= around["branches"] < 40


@pytest.mark.full
def test_the_guide_s_example(run, tmp_path):
    """99 factorials have 20000 levels each: a comparison and a return in each, a call in all but
    one. All are equal except for sprintf(), which writes one digit or two; the loop around them
    includes all."""
    done = run("factorial predictor_saltos.txt", "skip_initialization_run=yes", "--files-to", "out",
               "--file", f"predictor_saltos.txt={SOURCES}/factorial/predictor_saltos.txt",
               timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    inner = [counts(tmp_path / f"out/resultados/resultadoFactorial_{i}.txt") for i in range(99)]
    outer = counts(tmp_path / "out/resultados/resultadoBucle.txt")
    assert list(outer) == ["TSC", "saltos_retirados", "saltos_mal_predichos",
                           "instrucciones_retiradas"]
    branches = [each["saltos_retirados"] for each in inner]
    assert 3 * 20000 - 1 <= min(branches) <= max(branches) < min(branches) + 40 < 5 * 20000
    for name in outer:
        assert outer[name] > sum(each[name] for each in inner) > 0
    printed = dict(re.findall(r"^(\w+)= (\d+)$", (tmp_path / "out/stdout").read_text(), re.M))
    assert {name: int(count) for name, count in printed.items()} == outer


def test_a_register_file_is_given(run, tmp_path):
    """Programs are called as in CountIt. The event that tags is not a result. Sorting the sorted
    numbers takes at least the loads of its comparisons, two per number, and fewer instructions than
    before."""
    (tmp_path / "exp1.txt").write_text(REGISTERS)
    done = run("countit registers.txt registers", "skip_initialization_run=yes", "--file",
               "registers.txt=exp1.txt", "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    random, in_order = (counts(tmp_path / f"out/registers.{order}.txt")
                        for order in ("random", "sorted"))
    assert list(random) == list(in_order) == ["TSC", "loads_retired", "instructions"]
    assert 2 * 999 < random["loads_retired"] < random["instructions"]
    assert in_order["loads_retired"] > 2 * 999


EXPERIMENTS = """\
<exp_config>
<processor type="pentium4"/>
<experiments>
<default><set><usr/></set></default>
<mine>
<instructions base="instr_retired"><set><nbogusntag/><nbogustag/></set></instructions>
<branches base="branch_retired"><set><mmnp/><mmnm/><mmtp/><mmtm/></set></branches>
</mine>
</experiments>
</exp_config>
"""


def test_registers_of_an_experiment_are_a_program_s(run, tmp_path):
    """brinkMod and CountIt use one file per experiment and pass it to a program. 100 iterations of
    8 NOPs, DEC and JNZ after a MOV are 1001 instructions, 100 of them branches."""
    (tmp_path / "mine.xml").write_text(EXPERIMENTS)
    done = subprocess.run([programs.BUILD / "bareprobe", "experiments", "mine.xml",
                           "--registers-only", "--outdir", "registers"], cwd=tmp_path, text=True,
                          capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, "registers/mine.txt\n"), done.stderr
    done = run("p4pm_nested nested.txt", "--file", "nested.txt=registers/mine.txt",
               "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    hundred = counts(tmp_path / "out" / "hundred.txt")
    assert hundred.pop("TSC") > 100 and hundred == {"instructions": 1001, "branches": 100}


def test_a_counter_starts_anywhere(run, tmp_path):
    """Its low half overflows 16 instructions later, too; errata N15 and N17 are on."""
    text = (SOURCES / "p4pm_nested/nested.txt").read_text()
    text = text.replace("pmc    0xc\n", "pmc 0xc\nstart 0x12fffffff0\n")
    (tmp_path / "from.txt").write_text(text)
    done = run("p4pm_nested nested.txt", "--file", "nested.txt=from.txt", "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    assert counts(tmp_path / "out" / "hundred.txt")["instructions"] == 1001


@pytest.mark.parametrize("start, branches", [("0xfffffffff0", 100), ("0xefffffff00", 0)])
def test_where_it_starts_is_when_it_overflows(run, tmp_path, start, branches):
    """Branches are counted by cascade, CCCR bit 30 and no enable bit, from the overflow of the
    instruction counter on, which is 16 instructions away, or 2^36."""
    text = (SOURCES / "p4pm_nested/nested.txt").read_text().replace("0x0003b000", "0x4003a000")
    (tmp_path / "from.txt").write_text(text.replace("pmc    0xc\n", f"pmc 0xc\nstart {start}\n"))
    done = run("p4pm_nested nested.txt", "--file", "nested.txt=from.txt")
    assert f"instructions 1001 branches {branches}\n" in done.stdout


@pytest.mark.parametrize("old, new, said", fast_cases(3, [
    ("pmc    01111", "pmc    15", "registers.txt:5: '15' is not a bit string"),
    ("p4pm 1\n", "", "registers.txt:1: not a register file"),
    ("pmc    0xc\n", "pmc    0xc\nalone CRU_ESCR0\nescr 0x4000204\n",
     "CRU_ESCR0 0x04000204: a counter also uses it, with another value"),
    ("pmc    0xc", "pmc    01000", "selects no ESCR for counter 8"),
    ("pmc    01110", "pmc    01111", "counter 15 is set twice"),
    ("0000 0100 0000 0000 0000 0100 0000 1100", "0x400040f", "has no Hyper-Threading"),
    ("pmc    0xc\n", "pmc    0xc\nevent other\nescr 0x600020c\ncccr 0x39000\npmc 0xd\n",
     "counters 12 and 13 both use CRU_ESCR0, with two values: 0x0400060c and 0x0600020c"),
    ("p4pm 1\n", "p4pm 1\npebs_enable 0x3000001\npebs_matrix_vert 1\n", "0x01000001 only counts"),
    ("pmc    0xc\n", "pmc    0xc\nalone FSB_ESCR7\nescr 0x4\n",
     "FSB_ESCR7 0x00000004: no such ESCR"),
]))
def test_wrong_registers_are_refused(run, tmp_path, old, new, said):
    assert old in REGISTERS
    (tmp_path / "wrong.txt").write_text(REGISTERS.replace(old, new))
    done = run("countit registers.txt registers", "--file", "registers.txt=wrong.txt")
    assert re.search(r"p4pm: .*" + re.escape(said), done.stdout), done.stdout


def test_elsewhere_it_ends_with_a_sentence(measure):
    done = measure(PROGRAMS, ["./p4pm_nested", "nested.txt"], cpu="k7",
                   modules=[f"{SOURCES}/p4pm_nested/nested.txt file=nested.txt"])
    assert done.program["status"] == "1"
    assert done.written["stdout"] == b"p4pm: this processor is not a Pentium 4\n"


@pytest.mark.parametrize("file, said", [
    ("nowhere.txt", "--file: 'nowhere.txt' cannot be read: No such file"),
    ("a=b,c", "--file: 'b,c' cannot be read: No such file"),
    ("=x", "--file: '=x' is not NAME=PATH"),
])
def test_files_that_cannot_be_given(run, file, said):
    done = run("countit registers.txt registers", "--file", file)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_a_missing_register_file_is_named(measure):
    done = measure(PROGRAMS, ["./p4pm_nested", "nested.txt"], cpu="northwood")
    assert done.program["status"] == "1"
    assert done.written["stdout"].startswith(
        b"p4pm: nested.txt: No such file or directory; pass it")
