# SPDX-License-Identifier: MIT
"""Several sources of samples in one command: a session for each, one after the other, like VTUNE's
sampling of several events."""
import re

import pytest

from places import BUILD

SORT = "apps/sort:variant=radix"
SOURCES = ("source=event,data_read,1000", "source=event,branches,500")


def test_each_source_has_a_profile(bareprobe, tmp_path):
    """A range of all lines has all samples of each session: 1,000 reads or 500 branches each."""
    store = ("--db", str(tmp_path / "runs.db"))
    done = bareprobe("profile", "--sim", SORT, *SOURCES, "samples=20", "--pm0-nmi", *store,
                     "--range", "0x0-0xffffffff")
    headings = re.findall(r"^(\S+) +warm +(\d+) samples by the pin PM0, every (\d+) (\w+)",
                          done.stdout, re.M)
    assert [heading[::2] for heading in headings] == [(SORT, "1000"), (SORT, "500")], (
        done.stdout + done.stderr)
    assert [heading[3] for heading in headings] == ["data_read", "branches"]
    rows = re.findall(r"^0x0-0xffffffff +(\w+) .* 100\.0 % +(\d+) of \d+$", done.stdout, re.M)
    assert rows == [(heading[3], heading[1]) for heading in headings], done.stdout


def test_sessions_at_the_prompt(bareprobe):
    """A case is named by its arguments."""
    done = bareprobe("monitor", "--pm0-nmi", "-c",
                     f"run {SORT} experiment=profile {' '.join(SOURCES)} samples=5")
    found = re.findall(r"^(\S+): profile, \d+ samples in .*, one each (\d+ \w+) \(pm0\)",
                       done.stdout, re.M)
    assert found == [(SORT, "1000 data_read"), (SORT, "500 branches")], done.stdout + done.stderr


@pytest.mark.full
def test_names_of_variables_and_programs(bareprobe, tmp_path):
    store = ("--db", str(tmp_path / "runs.db"))
    done = bareprobe("profile", "--sim", "stamped/phases", "source=watch:misplaced", "source=pit",
                     "samples=10", *store)
    assert "samples by a watchpoint" in done.stdout and "timer (PIT)" in done.stdout, done.stderr
    words = BUILD / "programs/words"
    done = bareprobe("profile", "--sim", "--program", words, *SOURCES, "samples=10", "--pm0-nmi",
                     *store)
    assert done.stdout.count(" samples by the pin PM0") == 2, done.stdout + done.stderr
    assert done.stderr.count("--program") == 1, done.stderr


@pytest.mark.parametrize("arguments, message", [
    (["experiment=profile", "source=event,nonsense", "source=rtc"],
     "run: command line: source: 'nonsense' is not an event that a counter can count"),
    (["source=pit", "source=rtc"], "source: experiment=measure does not use it, only profile"),
    (["--suite", "quick", "source=pit", "source=rtc"],
     "cannot be combined with --parms or --suite"),
    (["--serial", "/dev/null", "source=pit", "source=rtc"], "source: given twice"),
    ([f"source=event,branches,{n}" for n in range(100, 117)], "17 are given; at most 16")])
def test_sources_that_are_refused(bareprobe, arguments, message):
    done = bareprobe("run", "-b", SORT, *arguments)
    assert done.returncode == 2 and message in done.stderr, done.stderr
