# SPDX-License-Identifier: MIT
"""Findings of benchmarks, from the wire to the store and to every output."""
import csv
import io
import json
import re
import sqlite3

import pytest

from logs import finding_record, log_text, result_record, run_log, start_records

SIZE = finding_record("l1_data_size", "8192", "bytes", documented="8192", bench="memory/read")
LATENCY = finding_record("imul_latency", "9.125", "clocks", documented="10", bench="instr/imul")
POLICY = finding_record("l1_data_replacement", text="LRU", bench="memory/read", state="cold")


def findings_of(shown):
    """Returns the rows of the section Findings by their headings."""
    section = shown.split("\nFindings\n", 1)[1].split("\n\n")
    assert section[0].split() == ["finding", "measured", "documented"]
    return {part.splitlines()[0]: [re.split(r"  +", line) for line in part.splitlines()[1:]]
            for part in section[1:]}


def test_findings_are_shown(bareprobe, write_run):
    write_run("a.log", result_record(), SIZE, LATENCY, POLICY)
    assert findings_of(bareprobe("show", "a.log").stdout) == {
        "memory/read   warm   (silicon)": [["l1_data_size", "8 KB", "8 KB"]],
        "instr/imul   warm   (silicon)": [["imul_latency", "9.125 clocks", "10 clocks"]],
        "memory/read   cold   (silicon)": [["l1_data_replacement", "LRU"]],
    }


def test_findings_come_back_from_the_store(bareprobe, write_run):
    write_run("a.log", result_record(), SIZE, LATENCY, POLICY)
    bareprobe("import", "a.log")
    assert bareprobe("show", "last").stdout == bareprobe("show", "a.log").stdout


def test_what_is_selected(bareprobe, write_run):
    write_run("a.log", result_record(), SIZE, LATENCY, POLICY)
    of_one = bareprobe("show", "a.log", "-b", "instr/*")
    assert "imul_latency" in of_one.stdout and "l1_data_size" not in of_one.stdout
    assert "l1_data_size" not in bareprobe("show", "a.log", "--state", "cold").stdout
    for selection in ["-e", "branches"], ["-r", "0"], ["--ring", "kernel"], ["-m", "cpi"]:
        assert "Findings" not in bareprobe("show", "a.log", *selection).stdout


@pytest.mark.parametrize("record, why", [
    ("ev=finding bench=memory/read state=warm ablate=none value=1",
     "a finding without a name or a benchmark"),
    ("ev=finding bench=memory/read state=warm ablate=none name=a",
     "a finding needs either a value or a text"),
    ('ev=finding bench=memory/read state=warm ablate=none name=a value=1 text="LRU"',
     "a finding needs either a value or a text"),
    ("ev=finding bench=memory/read state=warm ablate=none name=a value=one",
     "a finding needs either a value or a text"),
])
def test_a_finding_that_says_nothing_is_refused(bareprobe, tmp_path, record, why):
    (tmp_path / "a.log").write_text(run_log(result_record(), SIZE, record))
    bareprobe("import", "a.log")
    shown = bareprobe("show", "a.log")
    assert len(findings_of(shown.stdout)) == 1
    assert "1 of 9 records lost, but no results" in shown.stderr
    with sqlite3.connect(tmp_path / "bareprobe.db") as store:
        assert store.execute("SELECT kind, what FROM losses").fetchall() == [("rejected", why)]


def test_a_finding_of_a_benchmark_that_nobody_announced_is_refused(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(log_text(
        *start_records(), 'ev=bench bench=apps/one text="a text"', result_record(), SIZE,
        "ev=done results=1 errors=0 status=ok"))
    shown = bareprobe("show", "a.log")
    assert "Findings" not in shown.stdout and "1 of 7 records lost" in shown.stderr


def test_damaged_findings(bareprobe, tmp_path):
    """For any damage of a byte, no finding appears that was not sent, and a lost one is
    reported."""
    log = run_log(result_record(), SIZE, LATENCY)
    whole = findings_of_log(bareprobe, tmp_path, log)[0]
    place = log.index("value=8192")
    for at in range(place, place + len("value=8192 unit=")):
        damaged = log[:at] + chr(ord(log[at]) ^ 1) + log[at + 1:]
        left, said = findings_of_log(bareprobe, tmp_path, damaged)
        assert left == {name: rows for name, rows in whole.items() if "imul" in name}
        assert "damaged (crc" in said and "1 of 10 records lost" in said


def findings_of_log(bareprobe, tmp_path, log):
    (tmp_path / "a.log").write_text(log)
    shown = bareprobe("show", "a.log")
    return findings_of(shown.stdout), shown.stderr


def test_findings_are_exported(bareprobe, write_run):
    write_run("a.log", result_record(), SIZE, LATENCY, POLICY)
    of_csv = list(csv.DictReader(io.StringIO(
        bareprobe("export", "a.log", "-f", "findings").stdout)))
    assert [list(row.values()) for row in of_csv] == [
        ["memory/read", "warm", "none", "l1_data_size", "8192", "bytes", "", "8192", "silicon"],
        ["instr/imul", "warm", "none", "imul_latency", "9.125", "clocks", "", "10", "silicon"],
        ["memory/read", "cold", "none", "l1_data_replacement", "", "", "LRU", "", "silicon"]]
    objects = [json.loads(line) for line in
               bareprobe("export", "a.log", "-f", "ndjson").stdout.splitlines()]
    assert [item["mean"] for item in objects if "event" in item] == [100]
    findings = [item for item in objects if "finding" in item]
    assert [(item["value"], item["text"], item["documented"]) for item in findings] == [
        (8192, None, "8192"), (9.125, None, "10"), (None, "LRU", None)]
    assert {item["platform"] for item in findings} == {"silicon"}
    assert bareprobe("export", "a.log", "-f", "findings", "-b", "apps/*").stdout.count("\n") == 1


def test_findings_stand_on_the_page(bareprobe, write_run):
    write_run("a.log", result_record(), LATENCY,
              finding_record("rule", text="<b>taken</b> & kept"))
    page = bareprobe("html", "a.log", "-o", "-").stdout
    assert re.search(r"<td>imul_latency<div class=where>instr/imul</div></td>"
                     r"<td [^>]*>9.125 clocks</td><td [^>]*>10 clocks</td></tr>", page)
    assert "&lt;b&gt;taken&lt;/b&gt; &amp; kept" in page and "<b>taken" not in page


def test_a_benchmark_without_memory_is_told(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(log_text(
        *start_records(), 'ev=bench bench=apps/one text="a text" memory_kb=64', result_record(),
        'ev=bench bench="apps/big:size=8M" text="a text" memory_kb=8192',
        'ev=skipped bench="apps/big:size=8M" needs_kb=8192 has_kb=2876',
        "ev=done results=1 errors=0 status=ok"))
    bareprobe("import", "a.log")
    for run in "a.log", "last":
        shown = bareprobe("show", run).stdout
        assert "apps/big:size=8M was skipped" in bareprobe("html", run, "-o", "-").stdout
        assert "skipped: apps/big:size=8M needs 8192 KB, this machine has 2876 KB free" in shown
    with sqlite3.connect(tmp_path / "bareprobe.db") as store:
        sizes = store.execute("SELECT bench, memory_kb FROM benches").fetchall()
    assert sizes == [("apps/one", 64), ("apps/big:size=8M", 8192)]
