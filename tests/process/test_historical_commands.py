# SPDX-License-Identifier: MIT
"""The command lines of brink, brinkMod, CountIt and perfex, as their documents print them, under
their own names."""
import os
import re
import subprocess

import pytest

import programs

PROGRAMS = programs.BUILD / "programs"

FILE = """<exp_config>
  <processor type="pentium4"/>
  <programs> <one command="./bin/program1"/> </programs>
  <experiments>
    <default> <set> <usr/> </set> </default>
    <jumps> <all base="branch_retired"> <set> <mmnp/> <mmnm/> <mmtp/> <mmtm/> </set> </all> </jumps>
    <work> <done base="instr_retired"> <set> <nbogusntag/> </set> </done> </work>
  </experiments>
</exp_config>
"""

# instr_retired:nbogusntag in ring 3, from perfctr's own example: CCCR and ESCR.
CCCR, ESCR = 0x39000, 0x4000204


@pytest.fixture(name="command")
def fixture_command(tmp_path):
    """command("perfex", ...): bareprobe by a link of this name, in a directory with mine.xml. The
    boot is shortest with the slowest clock."""
    (tmp_path / "mine.xml").write_text(FILE)

    def run(name, *words):
        if not (tmp_path / name).exists():
            (tmp_path / name).symlink_to((programs.BUILD / "bareprobe").resolve())
        return subprocess.run([tmp_path / name, *map(str, words)], cwd=tmp_path, text=True,
                              capture_output=True, check=False, timeout=120,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "BAREPROBE_DB": "store.db"})
    return run


def test_brink(command, tmp_path):
    done = command("brink", "-exp", "mine.xml", "-outdir", "out", "--print")
    assert done.returncode == 0 and "CRU_ESCR2  0x0c001e04" in done.stdout
    assert command("brink", "-expfile=mine.xml", "--print").stdout == done.stdout
    done = command("brinkMod", "-exp", "mine.xml", "-outdir", "registers")
    assert done.stdout.split() == ["registers/jumps.txt", "registers/work.txt"]
    assert (tmp_path / "registers/jumps.txt").read_text().startswith("p4pm 1\n")
    for words, said in (([], "-exp FILE is missing"), (["-exp"], "-exp needs a value"),
                        (["-exp", "mine.xml", "-iters"], "-iters needs a value"),
                        (["-exp", "mine.xml", "-config", "none.txt"], "none.txt")):
        done = command("brink", *words)
        assert done.returncode == 2 and said in done.stderr


@pytest.mark.full
def test_brink_measures(command, tmp_path):
    """Program 1 has 100 branches and 305 instructions."""
    done = command("brink", "-exp", "mine.xml", "-outdir", "out", "-iters", "2",
                   "use_assembly_regions=yes")
    assert done.returncode == 0, done.stderr
    rows = [line.split()[-2:] for line in done.stdout.splitlines()[1:]]
    assert rows == [["all", "100"]] * 2 + [["done", "305"]] * 2
    assert (tmp_path / "out" / "events_counts.mine.txt").exists()


def test_perfex(command, tmp_path):
    """Numbers in decimal and hexadecimal select the same registers. The counts are written to
    standard error, or to a file; the program's output is where it belongs."""
    (tmp_path / "book.txt").write_text("one two\n")
    done = command("perfex", "-d", "-e", f"{CCCR}/{ESCR}@12", "-o", "counts", "--mhz=1300",
                   PROGRAMS / "wc", "-l", "book.txt")
    assert (done.returncode, done.stdout, done.stderr) == (0, "      1 book.txt\n", "")
    counts = (tmp_path / "counts").read_text()
    assert re.fullmatch(r"tsc\t\t\t +\d+\n"
                        f"event 0x{CCCR:08X}/0x{ESCR:08X}@12\t" r" +\d{4,5}\n", counts)
    assert {path.name for path in tmp_path.iterdir()} == {"book.txt", "counts", "mine.xml",
                                                          "perfex"}


@pytest.mark.full
def test_perfex_by_the_guide(command, tmp_path):
    """The command line of the guide's section 11.1, with the spaces and dashes that its printing
    broke: loads that missed L1, by replay tags."""
    (tmp_path / "book.txt").write_text("one two\n")
    done = command("perfex", "-e", "0x0003B000/0x1200020C@0x8000000C", "--p4pe=0x01000001",
                   "--p4pmv=0x1", "--mhz=1300", PROGRAMS / "wc", "book.txt")
    assert done.returncode == 0 and done.stdout.split() == ["1", "2", "8", "book.txt"]
    assert re.search(r"^event 0x0003B000/0x1200020C@12\t +\d+\nPEBS_ENABLE 0x01000001\n"
                     "PEBS_MATRIX_VERT 0x00000001\n$", done.stderr, re.M)


@pytest.mark.parametrize("words, said", [
    ([], "the command is missing"), (["-e", "39000", "x"], "expected CCCR/ESCR@COUNTER"),
    (["-e", "0x39000/0x4000204", "x"], "expected CCCR/ESCR@COUNTER"),
    (["-e"], "-e needs a value"), (["-q", "x"], "-q is not an option"),
    (["--p4pe=x", "y"], "expected a number of 32 bits"),
    (["-e", "39000/4000204@12"], "39000 is read as hexadecimal; -d reads decimal numbers"),
    (["-e", "0x39000/0x100000000@12", "x"], "expected CCCR/ESCR@COUNTER")])
def test_perfex_refuses(command, words, said):
    done = command("perfex", *words)
    assert done.returncode == 2 and said in done.stderr


def test_perfex_lists(command):
    def bareprobe(*words):
        return subprocess.run([programs.BUILD / "bareprobe", *words], text=True, check=True,
                              capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"})

    info = command("perfex", "-i")
    assert info.returncode == 0 and re.search(r"^cpu_type\t+northwood \(virtual", info.stdout)
    events = bareprobe("list", "events", "--cpu", "northwood").stdout
    assert command("perfex", "--list").stdout == info.stdout + "\n" + events
    assert "usage: perfex" in bareprobe("perfex", "--help").stdout


@pytest.mark.full
def test_countit(command, tmp_path):
    """The program runs once with each register file, and its results have the file's name."""
    done = command("CountIt", "-expfile", "mine.xml", "-iters", "1", "--mhz=1300",
                   PROGRAMS / "countit", "7")
    assert done.returncode == 0, done.stderr
    for name, event in (("jumps", "all"), ("work", "done")):
        text = (tmp_path / "countit_data" / name / f"{name}.random.txt").read_text()
        assert re.fullmatch(rf"TSC= \d+\n{event}= [1-9]\d+\n", text)
    for words, said in (([], "-expfile FILE is missing"),
                        (["-expfile", "mine.xml"], "the program is missing"),
                        (["-expfile", "mine.xml", "-x", "a"], "-x is not an option")):
        done = command("CountIt", *words)
        assert done.returncode == 2 and said in done.stderr
