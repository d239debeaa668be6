# SPDX-License-Identifier: MIT
"""Programs that count their own events on a Pentium 4 (libp4pm): their counts, the register files
given to them, and the files that they return."""
import pathlib
import re

import pytest

from tiers import fast_cases

BENCHES = pathlib.Path(__file__).resolve().parents[2] / "bench/libp4pm"

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


def run(bareprobe, bench, *arguments):
    """The boot is shortest with the slowest clock, because it measures the clock for a fixed
    time."""
    return bareprobe("run", "--cpu", "northwood", "--mhz", "1300", "-b", f"libp4pm/{bench}",
                     "-e", "time_stamp", "-r", "1", "--no-log", "--report", "text", *arguments)


def counts(path):
    lines = re.findall(r"^(.*)= (\d+)$", path.read_text(), re.M)
    return {name: int(count) for name, count in lines}


@pytest.mark.parametrize("ring", fast_cases(1, ("user", "kernel")))
def test_nested_measurements_are_exact(bareprobe, tmp_path, ring):
    """The benchmark checks its own output against the instructions that it executes. The loop is
    around its three inner measurements of 101 instructions."""
    done = run(bareprobe, "nested", f"privilege={ring}", "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing      instructions 0 branches 0\n" in done.stdout
    hundred, around = (counts(tmp_path / "out" / name) for name in ("hundred.txt", "around.txt"))
    assert hundred.pop("TSC") > 100 and hundred == {"instructions": 1001, "branches": 100}
    assert 303 <= around["instructions"] < 353 and 30 <= around["branches"] < 40


@pytest.mark.full
def test_the_guide_s_example(bareprobe, tmp_path):
    """99 factorials have 20000 levels each: a comparison and a return in each, a call in all but
    one. All are equal except for sprintf(), which writes one digit or two; the loop around them
    includes all."""
    done = run(bareprobe, "factorial", "skip_initialization_run=yes", "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100 files written by programs are in out" in done.stderr
    inner = [counts(tmp_path / f"out/resultados/resultadoFactorial_{i}.txt") for i in range(99)]
    outer = counts(tmp_path / "out/resultados/resultadoBucle.txt")
    assert list(outer) == ["TSC", "saltos_retirados", "saltos_mal_predichos",
                           "instrucciones_retiradas"]
    branches = [each["saltos_retirados"] for each in inner]
    assert 3 * 20000 - 1 <= min(branches) <= max(branches) < min(branches) + 40 < 5 * 20000
    for name in outer:
        assert outer[name] > sum(each[name] for each in inner) > 0
    printed = dict(re.findall(r"^ *(\w+)= (\d+)$", done.stdout, re.M))
    assert {name: int(count) for name, count in printed.items()} == outer


def test_a_register_file_is_given(bareprobe, tmp_path):
    """Programs are called as in CountIt. The event that tags is not a result. Sorting the sorted
    numbers takes at least the loads of its comparisons, two per number, and fewer instructions than
    before."""
    (tmp_path / "exp1.txt").write_text(REGISTERS)
    done = run(bareprobe, "countit", "skip_initialization_run=yes", "--file",
               "registers.txt=exp1.txt")
    assert done.returncode == 0, done.stdout + done.stderr
    random, in_order = (
        {name: int(count) for name, count in
         re.findall(rf"^registers\.{order}\.txt: (\w+)= (\d+)$", done.stdout, re.M)}
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


def test_registers_of_an_experiment_are_a_program_s(bareprobe, tmp_path):
    """brinkMod and CountIt use one file per experiment and pass it to a program. 100 iterations of
    8 NOPs, DEC and JNZ after a MOV are 1001 instructions, 100 of them branches. The benchmark's
    check of its output covers this, too."""
    (tmp_path / "mine.xml").write_text(EXPERIMENTS)
    done = bareprobe("experiments", "mine.xml", "--registers-only", "--outdir", "registers")
    assert (done.returncode, done.stdout) == (0, "registers/mine.txt\n"), done.stderr
    done = run(bareprobe, "nested", "privilege=user", "--file", "nested.txt=registers/mine.txt",
               "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    hundred = counts(tmp_path / "out" / "hundred.txt")
    assert hundred.pop("TSC") > 100 and hundred == {"instructions": 1001, "branches": 100}


def test_a_counter_starts_anywhere(bareprobe, tmp_path):
    """Its low half overflows 16 instructions later, too; errata N15 and N17 are on."""
    text = (BENCHES / "nested/nested.txt").read_text()
    text = text.replace("pmc    0xc\n", "pmc 0xc\nstart 0x12fffffff0\n")
    (tmp_path / "from.txt").write_text(text)
    done = run(bareprobe, "nested", "--file", "nested.txt=from.txt", "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    assert counts(tmp_path / "out" / "hundred.txt")["instructions"] == 1001


@pytest.mark.parametrize("start, status", [("0xfffffffff0", 0), ("0xefffffff00", 1)])
def test_where_it_starts_is_when_it_overflows(bareprobe, tmp_path, start, status):
    """Branches are counted by cascade, CCCR bit 30 and no enable bit, from the overflow of the
    instruction counter on, which is 16 instructions away, or 2^36. The program reports wrong
    counts."""
    text = (BENCHES / "nested/nested.txt").read_text().replace("0x0003b000", "0x4003a000")
    (tmp_path / "from.txt").write_text(text.replace("pmc    0xc\n", f"pmc 0xc\nstart {start}\n"))
    done = run(bareprobe, "nested", "--file", "nested.txt=from.txt")
    assert done.returncode == status
    assert f"instructions 1001 branches {0 if status else 100}\n" in done.stdout


def test_arguments_are_given(bareprobe, tmp_path):
    """Arguments are as in CountIt: the register file is the last but one, followed by the name of
    the results."""
    (tmp_path / "exp1.txt").write_text(REGISTERS)
    (tmp_path / "words").write_text("  7 more\nexp1.txt\tsecond\n")
    done = run(bareprobe, "countit", "skip_initialization_run=yes", "--file", "exp1.txt", "--file",
               "argv=words", "--files-to", "out")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"second.random.txt",
                                                                   "second.sorted.txt"}
    given = counts(tmp_path / "out/second.random.txt")
    assert list(given) == ["TSC", "loads_retired", "instructions"]
    assert 2 * 999 < given["loads_retired"] < given["instructions"]
    (tmp_path / "words").write_text("a " * 32)
    done = run(bareprobe, "countit", "--file", "argv=words")
    assert done.returncode == 1 and "p4pm: argv: too long" in done.stdout


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
def test_wrong_registers_are_refused(bareprobe, tmp_path, old, new, said):
    assert old in REGISTERS
    (tmp_path / "wrong.txt").write_text(REGISTERS.replace(old, new))
    done = run(bareprobe, "countit", "--file", "registers.txt=wrong.txt")
    assert done.returncode == 1
    assert re.search(r"p4pm: .*" + re.escape(said), done.stdout), done.stdout


def test_elsewhere_it_is_not_run(bareprobe):
    done = bareprobe("run", "-b", "libp4pm/nested", "-e", "time_stamp", "--no-log")
    assert done.returncode == 1
    assert "libp4pm/nested: not run: it needs a Pentium 4's counters" in done.stdout
    done = bareprobe("run", "-b", "libp4pm/*,thesis/hello", "-e", "time_stamp", "--no-log")
    assert done.returncode == 0
    assert done.stdout.count("not run: it needs a Pentium 4's counters") == 3


@pytest.mark.parametrize("file, said", [
    ("nowhere.txt", "--file: 'nowhere.txt' cannot be read: No such file"),
    ("a=b,c", "--file: 'b,c' cannot be read: No such file"),
    ("=x", "--file: '=x' is not NAME=PATH"),
])
def test_files_that_cannot_be_given(bareprobe, file, said):
    done = run(bareprobe, "countit", "--file", file)
    assert done.returncode == 2 and said in done.stderr and not done.stdout
