# SPDX-License-Identifier: MIT
"""Suspect results are marked and counted in each output. A measurement ends with status 1."""
import csv
import io
import json
import os
import pathlib
import sqlite3
import subprocess
import tty
import xml.etree.ElementTree

import pytest

from bounds import HANG_BOUND
from logs import result_record

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")

CLOCKS = {"event": "count_clocks", "code": "0x100"}
INSTRUCTIONS = {"event": "instructions_executed", "code": "0x16"}
READS = {"event": "data_read", "code": "0x00"}
MISSES = {"event": "data_read_miss", "code": "0x03"}
REASON = "more misses than data reads"
MESSAGE = f"1 result is suspect: apps/one, region 0, data_read_miss: {REASON}"
LAST_LINE = "4 results, 0 errors, 1 suspect: ok"


def results(suspect=REASON, misses=5):
    """5 misses of 3 reads: the kernel marks what is counted last."""
    return [result_record(40, **CLOCKS), result_record(30, **INSTRUCTIONS),
            result_record(3, **READS), result_record(misses, suspect=suspect, **MISSES),
            "ev=time bench=apps/one state=warm ablate=none n=5 mean=900 sd=0 ci=0 level=95 min=900 "
            "med=900 max=900 mode=900"]


@pytest.fixture(name="logs", autouse=True)
def fixture_logs(write_run):
    """Two logs: bad.log has a suspect result, good.log has none."""
    write_run("bad.log", *results())
    write_run("good.log", *results(None, 2))


# ---- tables, reports, pages ---------------------------------------------------------------------

def test_the_table(bareprobe):
    done = bareprobe("show", "bad.log", "--report=table")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    row, = [line.split() for line in lines if line.startswith("apps/one ")]
    assert row[2:] == ["40", "0.0", "30", "1.33", "3", "5!"]
    assert f"data_read_miss of apps/one 0: suspect: {REASON}" in lines
    assert LAST_LINE in lines


def test_numbers_that_a_suspect_count_is_part_of(bareprobe, write_run):
    """The interval is that of the clocks, and CPI is 10 / 30 = 0.33."""
    write_run("fast.log", result_record(30, **INSTRUCTIONS),
              result_record(10, suspect="more than 2 instructions in a clock", **CLOCKS))
    lines = bareprobe("show", "fast.log", "--report=table").stdout.splitlines()
    row, = [line.split() for line in lines if line.startswith("apps/one ")]
    assert row[2:] == ["10!", "0.0!", "30", "0.33!"]
    assert "clocks of apps/one 0: suspect: more than 2 instructions in a clock" in lines


def test_one_note_for_each_reason(bareprobe, write_run):
    """Nine events besides clocks and instructions: only six have columns, all suspects a note."""
    events = {"data_read": "0x00", "data_write": "0x01", "data_tlb_miss": "0x02",
              "data_read_miss": "0x03", "data_write_miss": "0x04", "code_read": "0x0c",
              "code_tlb_miss": "0x0d", "code_cache_miss": "0x0e", "branches": "0x12"}
    write_run("many.log", *[result_record(7, event=event, code=code, region=region, suspect=REASON)
                            for region in (0, 1) for event, code in events.items()])
    text = bareprobe("show", "many.log", "--report=table").stdout
    assert f"data_read of apps/one 0 and 17 more counts: suspect: {REASON}\n" in text
    assert "18 results, 0 errors, 18 suspect: ok\n" in text


@pytest.mark.parametrize("form, last", [("text", LAST_LINE), ("p5mon_file", f"# {LAST_LINE}")])
def test_the_kernels_reports(bareprobe, form, last):
    lines = bareprobe("show", "bad.log", f"--report={form}").stdout.splitlines()
    assert last in lines
    assert (f"            suspect: {REASON}" in lines) == (form == "text")


def test_show(bareprobe):
    done = bareprobe("show", "bad.log")
    assert done.returncode == 0 and not done.stderr
    row, = [line for line in done.stdout.splitlines()
            if line.startswith("region 0  data_read_miss ")]
    assert "  suspect: 5.0" in row
    assert f"          suspect data_read_miss: {REASON}" in done.stdout.splitlines()
    one = bareprobe("show", "bad.log", "-e", "data_read").stdout
    assert "suspect" not in one
    assert "suspect: 5.0" in bareprobe("show", "bad.log", "--across").stdout


def test_an_event_by_formula_has_the_reason_of_its_part(bareprobe):
    """PAPI_L1_LDM of a Pentium is data_read_miss."""
    shown = bareprobe("show", "bad.log", "-e", "papi:PAPI_L1_LDM").stdout
    assert f"suspect papi:PAPI_L1_LDM: data_read_miss: {REASON}" in shown


def test_the_page(bareprobe, tmp_path):
    assert bareprobe("html", "bad.log", "-o", "page.html").returncode == 0
    page = (tmp_path / "page.html").read_text()
    assert "<li>suspect results: 1, each with its reason below its table</li>" in page
    assert "<td class=number data-n=5>5 (suspect)</td>" in page
    assert f"<p class=trouble>region 0: suspect Data Read Miss: {REASON}</p>" in page
    assert "5!</td>" in page


# ---- export and comparison ----------------------------------------------------------------------

def test_csv(bareprobe):
    done = bareprobe("export", "bad.log", "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert done.returncode == 0 and MESSAGE in done.stderr
    assert list(rows[0])[-2:] == ["platform", "suspect"]
    assert {row["event"]: row["suspect"] for row in rows} == {
        "count_clocks": "", "instructions_executed": "", "data_read": "", "data_read_miss": REASON}
    other = bareprobe("export", "bad.log", "-f", "csv", "-e", "data_read")
    assert not other.stderr and other.stdout.splitlines()[0].endswith(",status,platform")


def test_ndjson(bareprobe):
    lines = bareprobe("export", "bad.log", "-f", "ndjson").stdout.splitlines()
    marked = {row["event"]: row["suspect"] for row in map(json.loads, lines) if "suspect" in row}
    assert marked == {"data_read_miss": REASON}


def test_junit(bareprobe):
    root = xml.etree.ElementTree.fromstring(bareprobe("export", "bad.log", "-f", "junit").stdout)
    assert root.get("failures") == "1"
    assert [(failure.get("type"), failure.get("message")) for failure in root.iter("failure")] == [
        ("suspect", REASON)]


@pytest.mark.parametrize("before, after, note", [
    ("good.log", "bad.log", f"after is suspect: {REASON}"),
    ("bad.log", "good.log", f"before is suspect: {REASON}"),
    ("bad.log", "bad.log", f"before and after are suspect: {REASON}"),
    ("good.log", "good.log", None)])
def test_compare(bareprobe, before, after, note):
    text = bareprobe("compare", before, after, "-a").stdout
    assert [line for line in text.splitlines() if "suspect" in line] == [
        f"    {note}"] * bool(note)
    lines = bareprobe("compare", before, after, "-a", "-f", "markdown").stdout.splitlines()
    assert [line.split(" | ")[-1] for line in lines if "suspect" in line] == [
        f"{'no significant change' if before == after else 'significant'}; {note} |"] * bool(note)
    marked = [REASON if name == "bad.log" else None for name in (before, after)]
    compared = json.loads(bareprobe("compare", before, after, "-f", "json").stdout)
    row, = [row for row in compared["rows"] if row["event"] == "data_read_miss"]
    assert [row.get("suspect_before"), row.get("suspect_after")] == marked
    table = bareprobe("compare", before, after, "-f", "csv").stdout
    row, = [row for row in csv.DictReader(io.StringIO(table)) if row["event"] == "data_read_miss"]
    assert [row.get("suspect_before") or None, row.get("suspect_after") or None] == marked
    assert ("suspect_before" in row) == bool(note)
    page = bareprobe("html", before, after, "-o", "-").stdout
    assert ("suspect" in page) == bool(note) and (not note or f"{note}</td>" in page)


# ---- the store ----------------------------------------------------------------------------------

def test_the_store_keeps_the_reason(bareprobe):
    done = bareprobe("import", "good.log", "bad.log")
    assert done.returncode == 1 and done.stderr == f"bareprobe import: bad.log: {MESSAGE}\n"
    assert bareprobe("import", "good.log").returncode == 0
    assert bareprobe("import", "bad.log").returncode == 1  # already imported
    for options in ((), ("--report=text",), ("--report=table",)):
        lines = [[line for line in bareprobe("show", run, *options).stdout.splitlines()
                  if "suspect" in line] for run in ("bad.log", "2")]
        assert lines[0] == lines[1] and lines[0]
    history = bareprobe("history", "apps/one", "0", "data_read_miss").stdout.splitlines()
    assert [line for line in history if "suspect" in line] == [f"    run 2 is suspect: {REASON}"]
    named = bareprobe("history", "apps/one", "0", "papi:PAPI_L1_LDM").stdout
    assert f"    run 2 is suspect: data_read_miss: {REASON}\n" in named


def test_a_store_of_an_older_version(bareprobe, tmp_path):
    bareprobe("import", "good.log")
    with sqlite3.connect(tmp_path / "bareprobe.db") as store:
        store.execute("ALTER TABLE results DROP COLUMN suspect")
        store.execute("PRAGMA user_version = 13")
    store.close()
    before = (tmp_path / "bareprobe.db").read_bytes()
    for verb in (("show", "last"), ("history", "apps/one", "0", "data_read_miss")):
        done = bareprobe(*verb)
        assert done.returncode == 0 and not done.stderr and "suspect" not in done.stdout
    assert (tmp_path / "bareprobe.db").read_bytes() == before
    assert bareprobe("import", "bad.log").returncode == 1
    assert REASON in bareprobe("show", "2").stdout
    assert "suspect" not in bareprobe("show", "1").stdout


# ---- the exit status of a measured run ----------------------------------------------------------

@pytest.mark.parametrize("log, status, said", [("bad.log", 1, MESSAGE), ("good.log", 0, None)])
def test_run(bareprobe, tmp_path, log, status, said):
    """A simulator that sends the records of a log."""
    sends = tmp_path / "sends"
    sends.write_text(f"#!/bin/sh\ncat {tmp_path / log}\n")
    sends.chmod(0o755)
    done = bareprobe("run", f"--sim={sends}", "-b", "thesis/program1", "-e", "branches")
    assert done.returncode == status, done.stdout + done.stderr
    assert [line for line in done.stderr.splitlines() if "suspect" in line] == [
        f"bareprobe run: {said}"] * bool(said)
    assert (LAST_LINE in done.stdout) == bool(said)


@pytest.mark.parametrize("log, status, said", [("bad.log", 1, MESSAGE), ("good.log", 0, None)])
def test_capture(tmp_path, log, status, said):
    master, slave = os.openpty()
    tty.setraw(slave)
    with subprocess.Popen([BUILD / "bareprobe", "capture", os.ttyname(slave), "--timeout", "60"],
                          cwd=tmp_path, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as capture:
        assert any("waiting for a machine" in line for line in capture.stderr)
        os.write(master, (tmp_path / log).read_bytes())
        stdout, stderr = capture.communicate(timeout=HANG_BOUND)
    os.close(master)
    os.close(slave)
    assert capture.returncode == status, stdout + stderr
    counted = ", 1 suspect" if said else ""
    assert f"run 1: ok, 4 results{counted}, measured on real hardware" in stdout
    assert [line for line in stderr.splitlines() if "suspect" in line] == [
        f"bareprobe capture: run 1: {said}"] * bool(said)


def test_several_suspects_are_one_message(bareprobe, write_run):
    write_run("two.log", result_record(2, **READS),
              result_record(5, suspect=REASON, **MISSES),
              result_record(5, suspect=REASON, region=1, **MISSES))
    done = bareprobe("import", "two.log")
    assert done.returncode == 1
    assert done.stderr == ("bareprobe import: two.log: 2 results are suspect; the first is "
                           f"apps/one, region 0, data_read_miss: {REASON}\n")


def test_nothing_changes_without_a_suspect_result(bareprobe):
    assert bareprobe("import", "good.log").returncode == 0
    for arguments in (("show", "last"), ("show", "last", "--report=table"),
                      ("show", "last", "--report=text"), ("html", "last", "-o", "-"),
                      ("export", "last", "-f", "csv"), ("export", "last", "-f", "ndjson"),
                      ("export", "last", "-f", "junit"), ("compare", "last", "last", "-a"),
                      ("compare", "last", "last", "-f", "csv"),
                      ("history", "apps/one", "0", "data_read_miss")):
        done = bareprobe(*arguments)
        assert done.returncode == 0 and "suspect" not in done.stdout + done.stderr, arguments
