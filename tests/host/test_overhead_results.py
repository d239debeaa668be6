# SPDX-License-Identifier: MIT
"""The overheads of experiment=overhead are shown, exported and compared as other results."""
import csv
import io
import re

import pytest

from logs import log_text, start_records

RINGS = {"": "kernel", "u": "user", "uk": "both"}  # suffixes of an event's name
REGIONS = {("overhead/" + of, "0", ring, state) for of in ("region", "stub")
           for ring in ("kernel", "user", "both") for state in ("cold", "warm")}
RUNS = {("overhead/" + of, "whole", ring, "warm") for of in ("run", "run_bare", "program")
        for ring in ("user", "both")}


@pytest.fixture(name="measured")
def fixture_measured(bareprobe):
    """measured(*words): runs a command on the store with the overheads of one event."""
    settings = "experiment=overhead command=thesis/program1 events=instructions_executed "
    done = bareprobe("run", *(settings + "repetitions=3").split(), "--no-log", "--report", "none")
    assert done.returncode == 0, done.stderr

    def words(*arguments):
        done = bareprobe(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout
    return words


def test_exported_shown_and_compared(measured):
    """tests/virtual/test_run.py derives the counts: 6 in ring 0, 7 in ring 3, 9 in both."""
    rows = list(csv.DictReader(io.StringIO(measured("export", "last", "-f", "csv"))))
    for row in rows:
        row["ring"] = RINGS[row["event"].partition(":")[2]]
    assert {(r["bench"], r["region"], r["ring"], r["state"]) for r in rows} == REGIONS | RUNS
    assert {r["ring"]: float(r["mean"]) for r in rows if r["bench"] == "overhead/region"} == {
        "kernel": 6, "user": 7, "both": 9}
    assert {(r["n"], r["status"], r["platform"]) for r in rows} == {("3", "ok", "virtual")}
    shown = measured("show", "last", "--table", "-b", "overhead/region", "--ring", "[ub]*")
    assert re.split(r" {2,}", shown.splitlines()[-1]) == [
        "instructions_executed", "7.0 +/- 0.0", "9.0 +/- 0.0", "7.0 +/- 0.0", "9.0 +/- 0.0"]
    compared = measured("compare", "last", "-b", "overhead/region", "-b", "overhead/stub", "-a",
                        "--ring", "kernel", "--state", "warm")
    assert re.search(r"^overhead/region +region 0 +instructions_executed +6\.0 +10\.0 +\+66\.7 %",
                     compared, re.M)
    assert re.search(r" 0  ok ", measured("list", "runs"))  # they are not stored as results


def test_reports_have_no_result_of_it(measured):
    """The kernel's report has the tables and no benchmark of that name, and ends with the number of
    overheads, as many as are exported."""
    text = measured("show", "last", "--report", "text")
    assert text.endswith(f"{len(REGIONS | RUNS)} overheads, 0 errors: ok\n")
    assert "overhead/" not in text and text.count("Instructions Executed    0n ") == 4


def test_tables_have_no_correction_and_no_loop(measured, bareprobe):
    """An overhead has no overhead that was measured, and its code is not a benchmark."""
    shown = measured("show", "last", "--table=theory", "-b", "overhead/stub", "--ring", "kernel",
                     "--state", "warm")
    assert re.split(r" {2,}", shown.splitlines()[-1]) == [
        "instructions_executed", "10.0 +/- 0.0", "-", "-", "-"]
    done = bareprobe("show", "last", "--table=iteration")
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.count("\n") == 1 and "no region with a loop is selected" in done.stderr


@pytest.mark.parametrize("kind", ["calibration", "overhead"])
def test_a_lost_record_may_be_an_overhead(bareprobe, tmp_path, kind):
    """The end record counts results of regions only, so that it does not reveal the loss."""
    calibration = ("ev=calibration event=branches code=0x12 counter=0 position=near ring=kernel "
                   "state=cold ablate=none index=0 read_by=rdmsr of=region overhead=8 n=5 mean=8 "
                   "sd=0 ci=0 level=95 min=8 med=8 max=8 mode=8 mad=0 outliers=0")
    overhead = ("ev=overhead event=branches code=0x12 counter=0 position=near kernel_read_by=rdmsr "
                "user_read_by=gate kernel_first=8 kernel_other=8 user_first=23 both_first=44 "
                "user_other=23 both_other=44 user_run=56 both_run=145 status=ok")
    lines = log_text(*start_records(), calibration, overhead,
                     "ev=done results=0 errors=0 status=ok").splitlines(True)
    log = tmp_path / "a.log"
    log.write_text("".join(lines))
    assert bareprobe("show", "a.log", "--table").stderr == ""
    log.write_text("".join(line for line in lines if f" ev={kind} " not in line))
    assert "1 of 6 records lost, which may be overheads" in bareprobe("show", "a.log").stderr
