# SPDX-License-Identifier: MIT
"""`bareprobe monitor --program`: counts of a program at the prompt, equal to those of a run, and of
benchmarks after it. The counts of loops.asm by hand: two MOVs, 3000 iterations of ADD, MOV, DEC
and JNZ, then MOV and XOR; the branches are JNZ. The INT 80h that ends a program is overhead."""
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TOOL = (ROOT / os.environ.get("BUILD", "build")).resolve() / "bareprobe"
COUNT = "count instructions_executed,branches program repetitions=2"
COUNTED = ("programs/fixed whole run instructions_executed: 12004 (12004 to 12004, n=2)\n"
           "programs/fixed whole run branches: 3000 (3000 to 3000, n=2)\n")
HELLO = "count data_read thesis/hello repetitions=2"


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("monitored")
    subprocess.run(["nasm", "-f", "elf32", "-o", "fixed.o", HERE / "explained/loops.asm"],
                   cwd=folder, check=True, timeout=60)
    subprocess.run(["ld", "-m", "elf_i386", "-o", "fixed", "fixed.o"], cwd=folder, check=True,
                   timeout=60)
    return folder


def prompt(folder, *words, status=0):
    done = subprocess.run([TOOL, "monitor", *words], cwd=folder, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def test_a_program_and_benchmarks(folder):
    """The program is counted twice, with a benchmark between; the benchmark's counts are those of a
    prompt without a program. A program that is killed by a signal leaves the prompt usable."""
    alone, _ = prompt(folder, "-c", HELLO)
    shown, _ = prompt(folder, "--program", "./fixed", "--args", "one two", "-c",
                      f"{COUNT}; {HELLO}; set command=./fixed; {COUNT}; "
                      "run repetitions=1 events=branches")
    assert shown.count(COUNTED) == 2
    assert shown.split(COUNTED)[:2] == ["", alone]
    assert "programs/fixed: ./fixed" in shown and "exit status 0" in shown


def test_limits(folder):
    shown, _ = prompt(folder, "-c", "count branches program", status=1)
    assert shown == ("no program is selected: use 'load FILE', start 'bareprobe monitor --program "
                     "FILE', or 'set command=./NAME'\n")
    _, said = prompt(folder, "--program", "./fixed", "--serial", "/dev/null", status=2)
    assert "--program cannot be combined with --serial" in said
    _, said = prompt(folder, "--program", "./absent", status=2)
    assert "'./absent' does not exist" in said
