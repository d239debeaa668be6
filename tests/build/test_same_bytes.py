# SPDX-License-Identifier: MIT
"""tools/same_bytes.py: equal outputs are reported as the same, and differences are reported."""
import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools/same_bytes.py"
BUILD = ROOT / os.environ.get("BUILD", "build")
SIM = BUILD / "vpentium"


@pytest.fixture(name="tool", scope="module")
def fixture_tool():
    spec = importlib.util.spec_from_file_location("same_bytes", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def held(*words):
    return subprocess.run([sys.executable, SCRIPT, *map(str, words)], capture_output=True,
                          text=True, timeout=120, check=False)


@pytest.mark.parametrize("old, new, told", [
    (b"a\nb\n", b"a\nb\n", None),
    (b"a\nb\nc\n", b"a\nB\nc\n", "line 2\n  old: b\n  new: B"),
    (b"a\n", b"a\nb\n", "line 2\n  old: \n  new: b"),
    (b"a", b"a\nb", "line 2\n  old: (ended)\n  new: b"),
    (b"", b"a\n", "line 1\n  old: \n  new: a"),
])
def test_first_line_that_differs(tool, old, new, told):
    assert tool.difference(old, new) == told


def test_every_group_of_benchmarks_has_a_case(tool):
    groups = {path.name for path in (ROOT / "bench").iterdir() if path.is_dir()}
    there = {word.partition("/")[0] for settings in tool.GROUPS.values()
             for word in settings.split()[0].partition("=")[2].split(",")}
    assert there == groups


@pytest.mark.full
def test_a_simulator_is_as_itself():
    """All cases, 2 benchmarks each with annotate, trace and vcd, would take long, so only `stamped`
    runs on one processor. It compares COM1, stderr and the exit status; only COM1 has results."""
    done = held(SIM, SIM, "stamped", "--cpu", "p54c")
    assert (done.returncode, done.stderr) == (0, "")
    line, last = done.stdout.splitlines()
    assert line.startswith("same ") and " 0 results" not in line
    assert last.startswith("1 of 1 cases are the same")


def test_another_simulator_is_not(tmp_path):
    """The other simulator differs in one parameter: a mispredicted branch takes four clocks instead
    of three."""
    other = tmp_path / "vpentium"
    other.write_text(f'#!/bin/sh\nexec {SIM} "$@" -set branch.conditional_u=4\n')
    other.chmod(0o755)
    done = held(SIM, other, "stamped", "--cpu", "p54c")
    assert done.returncode == 1
    assert "differs" in done.stdout and "COM1: line " in done.stdout and "old: BP " in done.stdout


def test_what_sends_nothing_is_not_the_same(tmp_path):
    silent = tmp_path / "vpentium"
    silent.write_text("#!/bin/sh\nexit 0\n")
    silent.chmod(0o755)
    done = held(silent, silent, "stamped", "--cpu", "p54c")
    assert done.returncode == 1 and "no result" in done.stdout


@pytest.mark.parametrize("words, said", [
    (["/nowhere/vpentium", SIM], "/nowhere/vpentium: no such file"),
    ([SIM, SIM, "nothing"], "'nothing' is not a case; expected thesis, "),
])
def test_wrong_words(words, said):
    done = held(*words)
    assert done.returncode == 1 and said in done.stderr
