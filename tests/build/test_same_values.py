# SPDX-License-Identifier: MIT
"""tools/same_values.py: pairs records by the fields that identify them and compares their
values."""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
SETTINGS = "command=thesis/program2 events=branches,count_clocks repetitions=2 exit=qemu"


@pytest.fixture(name="logs", scope="module")
def fixture_logs(vpentium, tmp_path_factory):
    """Logs of a run, of a run with another path of the same command, and of another machine."""
    folder = tmp_path_factory.mktemp("logs")
    for name, *options in (("old",), ("again", "-v"), ("slow", "-set", "cache.misaligned=4")):
        (folder / name).write_text(vpentium(SETTINGS, *options).stdout)
    return folder


def held(*logs):
    return subprocess.run([sys.executable, ROOT / "tools/same_values.py", *logs],
                          capture_output=True, text=True, timeout=60, check=False)


def test_the_same_run(logs):
    done = held(logs / "old", logs / "again")
    assert (done.returncode, done.stderr) == (0, "")
    assert "result 0 of 2, " in done.stdout and len(done.stdout.splitlines()) == 1


def test_clocks_of_misaligned_accesses_and_no_branches(logs):
    """The region of program2 has six misaligned accesses, each one clock more, so it takes 41 and
    47 clocks (bench/thesis/program2.asm). The number of branches is the same."""
    done = held(logs / "old", logs / "slow")
    assert done.returncode == 1
    [clocks] = [line for line in done.stdout.splitlines()
                if line.startswith("result thesis/program2")]
    assert "count_clocks" in clocks and "mean 41 -> 47" in clocks
    assert "result 1 of 2, " in done.stdout.splitlines()[-1]


def test_a_record_that_is_missing(logs, tmp_path):
    """The last two records are removed: `done`, and the result of one event."""
    short = tmp_path / "short"
    short.write_text("".join((logs / "old").read_text().splitlines(keepends=True)[:-2]))
    done = held(logs / "old", short)
    assert done.returncode == 1
    assert done.stdout.count("in one log only") == 2


def test_no_log_at_all(logs, tmp_path):
    (tmp_path / "empty").write_text("")
    done = held(logs / "old", tmp_path / "empty")
    assert done.returncode == 1 and "empty: line 1: nothing came" in done.stderr
