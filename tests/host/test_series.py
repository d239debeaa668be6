# SPDX-License-Identifier: MIT
"""Exports of series: csv, ndjson, Chrome's trace format, and the plot over time. Expected values
follow from the numbers in the logs written here."""
import csv
import io
import json
import pathlib
import re
import shutil

import jsonschema
import pytest

from logs import hit_record, result_record, run_log, sampling_record, series_record, slices

SCHEMAS = pathlib.Path(__file__).parent / "schemas"

# Two passes; the first has two repetitions. At 100 MHz a tick of 1,000 clocks is 10 us. Two of the
# 5 * 3 + 2 * 2 values are missing, data_write's of the second repetition.
RATES = [sampling_record("rates", events="data_read,data_write", samples=5, repetitions=2,
                         every=1000),
         series_record("time_stamp", [1000, 2000, 1000]),
         series_record("data_read", [10, 20, 30]), series_record("data_write", [0, 4, 1]),
         series_record("time_stamp", [1000, 1000], rep=1),
         series_record("data_read", [11, 21], rep=1),
         sampling_record("rates", events="branches", samples=2, repetitions=1, every=1000, pass_=1),
         series_record("time_stamp", [500, 500], pass_=1),
         series_record("branches", [5, 10], pass_=1)]


def rows(bareprobe, *arguments):
    done = bareprobe("export", *arguments, "-f", "series")
    assert done.returncode == 0, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_a_row_is_a_tick(bareprobe, write_run):
    write_run("a.log", *RATES)
    found = rows(bareprobe, "a.log")
    assert [(row["pass"], row["repetition"], row["tick"], row["begins"], row["clocks"],
             row["data_read"], row["data_write"], row["branches"]) for row in found] == [
        ("0", "0", "0", "0", "1000", "10", "0", ""), ("0", "0", "1", "1000", "2000", "20", "4", ""),
        ("0", "0", "2", "3000", "1000", "30", "1", ""), ("0", "1", "0", "0", "1000", "11", "", ""),
        ("0", "1", "1", "1000", "1000", "21", "", ""), ("1", "0", "0", "0", "500", "", "", "5"),
        ("1", "0", "1", "500", "500", "", "", "10")]
    assert {(row["bench"], row["state"], row["of"], row["platform"]) for row in found} \
        == {("apps/one", "warm", "gain", "silicon")}


def test_a_part_that_is_missing_is_empty(bareprobe, write_run):
    write_run("a.log", sampling_record("rates", events="data_read", samples=4, repetitions=1,
                                       every=1000),
              series_record("data_read", [1, 2]), series_record("data_read", [4], first=3))
    assert [(row["clocks"], row["data_read"]) for row in rows(bareprobe, "a.log")] \
        == [("1000", "1"), ("1000", "2"), ("1000", ""), ("1000", "4")]


def test_what_is_chosen(bareprobe, write_run):
    write_run("a.log", *RATES)
    assert "data_write" not in rows(bareprobe, "a.log", "-e", "data_read,branches")[0]
    assert {row["pass"] for row in rows(bareprobe, "a.log", "-e", "branches")} == {"1"}
    done = bareprobe("export", "a.log", "-f", "series", "-e", "agi")
    assert done.returncode == 2 and "no series is selected" in done.stderr


def test_rounds_are_rows_too(bareprobe, write_run):
    write_run("a.log", sampling_record("multiplex", events=None, samples=4, repetitions=1),
              series_record("data_read", [2, 3], of="estimate"),
              series_record("data_read", [1, 4], of="exact", pass_=1),
              series_record("time_stamp", [900, 1100], of="exact"))
    assert [(row["of"], row["begins"], row["clocks"], row["data_read"])
            for row in rows(bareprobe, "a.log")] == [
        ("estimate", "0", "", "2"), ("estimate", "", "", "3"),
        ("exact", "0", "900", "1"), ("exact", "900", "1100", "4")]


def test_ndjson_has_all(bareprobe, write_run):
    write_run("a.log", *RATES, sampling_record(bench="apps/two", samples=3),
              hit_record(0x101000, 3, 7, bench="apps/two"))
    lines = [json.loads(line) for line in bareprobe("export", "a.log", "-f",
                                                    "ndjson").stdout.splitlines()]
    passes = [line for line in lines if line["sampled"] == "pass"]
    assert [(line["bench"], line["kind"], line["pass"], line["samples"], line["handler"])
            for line in passes] == [("apps/one", "rates", 0, 5, 61),
                                    ("apps/one", "rates", 1, 2, 61),
                                    ("apps/two", "profile", 0, 3, 61)]
    series = {(line["pass"], line["rep"], line["event"]): line["values"] for line in lines
              if line["sampled"] == "series"}
    assert series[0, 1, "data_read"] == [11, 21] and len(series) == 7
    hit, = [line for line in lines if line["sampled"] == "hit"]
    assert (hit["address"], hit["n"], hit["gains"]) == (0x101000, 3, [7])


def test_formats_of_results_want_results(bareprobe, write_run):
    write_run("a.log", *RATES)
    done = bareprobe("export", "a.log", "-f", "csv")
    assert done.returncode == 2
    assert "a.log was sampled and has no results: use --format series" in done.stderr


def test_chrome_trace(bareprobe, write_run):
    write_run("a.log", *RATES)
    trace = json.loads(bareprobe("export", "a.log", "-f", "chrome-trace").stdout)
    jsonschema.validate(trace, json.loads((SCHEMAS / "chrome_trace.json").read_text()))
    events = trace["traceEvents"]
    names = {event["pid"]: event["args"]["name"] for event in events if event["ph"] == "M"}
    assert names == {1: "apps/one, warm, pass 0 (silicon)", 2: "apps/one, warm, pass 1 (silicon)"}
    reads = [(event["ts"], event["args"]["per 1,000 clocks"]) for event in events
             if event["ph"] == "C" and event["name"] == "data_read"]
    # 10 in 1,000 clocks, 20 in 2,000, 30 in 1,000; the second repetition begins at 40 us.
    assert reads == [(0, 10), (10, 10), (30, 30), (40, 30), (40, 11), (50, 21), (60, 21)]
    assert slices(events) == [("repetition 0", 1, 0, 0, 40), ("repetition 1", 1, 0, 40, 60),
                              ("repetition 0", 2, 0, 0, 10)]


@pytest.mark.parametrize("records, start, why", [
    (RATES, {"mhz": 0}, "this machine's clock rate is unknown"),
    ([sampling_record(samples=1), hit_record(0x1000, 1, 1)], {}, "no rates or stamps are selected"),
])
def test_no_trace(bareprobe, tmp_path, records, start, why):
    (tmp_path / "a.log").write_text(run_log(*records, **start))
    done = bareprobe("export", "a.log", "-f", "chrome-trace")
    assert done.returncode == 2 and why in done.stderr and done.stdout == ""


# ---- plot timeline ------------------------------------------------------------------------------


def blocks(script):
    """Returns the data blocks of a script by name: lists of (begin, value)."""
    return {name: [tuple(map(float, line.split("\t"))) for line in body.splitlines()]
            for name, body in re.findall(r"^\$(\w+) << END\n(.*?)^END$", script, re.M | re.S)}


def test_the_script_of_a_timeline(bareprobe, write_run, tmp_path):
    write_run("a.log", *RATES)
    done = bareprobe("plot", "timeline", "a.log", "-o", "a.gp")
    assert done.returncode == 0, done.stderr
    script = (tmp_path / "a.gp").read_text()
    found = blocks(script)
    # Times in milliseconds, values per 1,000 clocks. The last value is repeated at the end of its
    # tick.
    assert found["p0k0r0"] == [(0, 10), (.01, 10), (.03, 30), (.04, 30)]
    assert found["p0k0r1"] == [(0, 11), (.01, 21), (.02, 21)]
    assert found["p1k0r0"] == [(0, 0), (.01, 2), (.03, 1), (.04, 1)]
    assert found["p2k0r0"] == [(0, 10), (.005, 20), (.01, 20)]
    assert "set xrange [0:0.04]" in script and "'milliseconds of the benchmark'" in script
    assert [name for name in re.findall(r"set label 1000 '(\w+)'", script)] \
        == ["data_read", "data_write", "branches"]


def test_a_timeline_of_turns(bareprobe, write_run, tmp_path):
    write_run("a.log", sampling_record("multiplex", events=None, samples=4, repetitions=1),
              series_record("data_read", [2, 3], of="estimate"),
              series_record("data_read", [1, 4], of="exact"),
              series_record("time_stamp", [1000, 1000], of="estimate"),
              series_record("time_stamp", [1000, 1000], of="exact"))
    assert bareprobe("plot", "timeline", "a.log", "-o", "a.gp").returncode == 0
    found = blocks((tmp_path / "a.gp").read_text())
    assert found["p0k0r0"] == [(0, 1), (.01, 4), (.02, 4)]
    assert found["p0k1r0"] == [(0, 2), (.01, 3), (.02, 3)]


@pytest.mark.parametrize("ending, begin", [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_timeline_is_drawn(bareprobe, write_run, tmp_path, ending, begin):
    if not shutil.which("gnuplot"):
        pytest.skip("no gnuplot here")
    write_run("a.log", *RATES)
    done = bareprobe("plot", "timeline", "a.log", "-o", f"a.{ending}")
    assert done.returncode == 0
    assert done.stderr == "bareprobe plot: a.log: received: 17 of 19 ticks' values\n"
    assert (tmp_path / f"a.{ending}").read_bytes().startswith(begin)


def test_one_benchmark_is_drawn(bareprobe, write_run):
    other = [record.replace("apps/one", "apps/two") for record in RATES]
    write_run("a.log", *RATES, *other)
    done = bareprobe("plot", "timeline", "a.log")
    assert done.returncode == 2 and "select it with --bench" in done.stderr
    assert bareprobe("plot", "timeline", "a.log", "-b", "apps/two", "-o", "b.gp").returncode == 0


def test_nothing_to_draw(bareprobe, write_run):
    write_run("a.log", result_record())
    done = bareprobe("plot", "timeline", "a.log")
    assert done.returncode == 2 and "no series is selected" in done.stderr
