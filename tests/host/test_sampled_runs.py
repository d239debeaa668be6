# SPDX-License-Identifier: MIT
"""Sampled runs, from the wire to the store and to every output, with logs written here."""
import re
import sqlite3

import pytest

from logs import (hit_record, log_text, multiplex_record, run_log, sampling_record, series_record,
                  start_records)

PROFILE = [sampling_record(samples=100), hit_record(0x101000, 60, 7), hit_record(0x101004, 40, 3)]
RATES = [sampling_record("rates", events="data_read,data_write", samples=4, repetitions=1,
                         every=1000),
         series_record("data_read", [10, 20]), series_record("data_read", [30, 40], first=2),
         series_record("data_write", [1, 2, 3, 4]),
         series_record("time_stamp", [1000, 1001, 999, 1000])]
# Two rounds, then two: estimates and exact counts as in tests/unit/test_multiplex.c.
MULTIPLEX = [sampling_record("multiplex", events="data_read,data_write", samples=4, repetitions=1,
                             clocks=1000, hidden=10),
             series_record("data_read", [2, 2], of="estimate"),
             series_record("data_write", [0, 3.5], of="estimate"),
             series_record("branches", [2, 2], of="estimate", pass_=1),
             series_record("data_read", [1, 3], of="exact"),
             series_record("data_write", [2, 2], of="exact"),
             series_record("branches", [0, 0], of="exact", pass_=1),
             multiplex_record("data_read", rounds=2), multiplex_record("data_write", rounds=2),
             multiplex_record("branches", group=1, rounds=2)]


def rows(shown):
    return [re.split(r"  +", line.strip()) for line in shown.splitlines()]


@pytest.mark.parametrize("records", [PROFILE, RATES, MULTIPLEX])
def test_what_came_is_in_the_store(bareprobe, write_run, records):
    write_run("a.log", *records)
    shown = bareprobe("show", "a.log")
    assert shown.returncode == 0 and shown.stderr == ""
    bareprobe("import", "a.log")
    assert bareprobe("show", "last").stdout == shown.stdout
    assert bareprobe("show", "last", "--multiplex").stdout \
        == bareprobe("show", "a.log", "--multiplex").stdout


def test_a_pass_is_shown(bareprobe, write_run):
    write_run("a.log", *PROFILE)
    shown = bareprobe("show", "a.log").stdout
    assert ("apps/one   warm, profile   pass 0   100 samples in 10 repetitions by the real-time "
            "clock, every 12207 clocks   (silicon)" in shown)
    # hidden of clocks: 6,100 of 1,000,000
    assert "handler 61 clocks (60 to 70), 0.61 % of the time" in shown
    assert "did not fit" not in shown and "were lost" not in shown


@pytest.mark.parametrize("records, experiment, reader", [
    (PROFILE, "profile", "profile"), (RATES, "rates", "show"),
    (MULTIPLEX, "multiplex", "show --multiplex")])
def test_the_text_report_tells_of_samples(bareprobe, write_run, records, experiment, reader):
    write_run("a.log", *records, sampling_record("profile", pass_=9, samples=3, lost=7))
    told = bareprobe("show", "a.log", "--report=text").stdout
    assert f"\n warm, {experiment}: " in told and f"\n ('bareprobe {reader}' shows them)\n" in told
    assert "\n 7 more samples did not fit into memory\n" in told
    assert "samples" not in bareprobe("show", "a.log", "--report=p5mon_file").stdout


def test_what_did_not_fit_or_arrive_is_said(bareprobe, write_run):
    write_run("a.log", sampling_record(samples=100, lost=7), hit_record(0x101000, 60, 7))
    shown = bareprobe("show", "a.log").stdout
    assert "7 more samples did not fit into memory" in shown
    assert "40 of its samples were lost in transmission" in shown


def test_a_series_is_put_together(bareprobe, write_run):
    write_run("a.log", *RATES)
    assert [row for row in rows(bareprobe("show", "a.log").stdout) if row[0].startswith("data_")
            or row[0] == "time_stamp"] == [["data_read", "4", "25.0", "10", "40"],
                                           ["data_write", "4", "2.5", "1", "4"],
                                           ["time_stamp", "4", "1,000.0", "999", "1,001"]]


def test_events_of_series_are_chosen(bareprobe, write_run):
    write_run("a.log", *RATES)
    chosen = bareprobe("show", "a.log", "-e", "data_read")
    assert "data_read" in chosen.stdout and "data_write" not in chosen.stdout
    assert chosen.stderr == ""
    other = bareprobe("show", "a.log", "-e", "branches")
    assert other.returncode == 2 and "no result of event 'branches'" in other.stderr


def test_the_table_of_turns(bareprobe, write_run):
    """Figures are derived in tests/unit/test_multiplex.c; 4 in 990 clocks is not rare, 0 is."""
    write_run("a.log", *MULTIPLEX)
    shown = bareprobe("show", "a.log", "--multiplex").stdout
    assert ("apps/one   warm   3 events in 2 groups, slices of 50,000 clocks, random order, "
            "2 rounds   (silicon)" in shown)
    found = rows(shown)
    assert ["data_read", "4", "+-0.0 %", "4", "0.0 %", "0.13"] in found
    # s = 3.5 / sqrt(2), of the sum t(0.975, 1) * s * sqrt(2) = 12.7062 * 3.5: 1270.6 % of 3.5
    assert ["data_write", "4", "+-1270.6 %", "4", "12.5 %", "0.41*"] in found
    assert ["branches", "4", "+-0.0 %", "0", "N/A"] in found
    assert "N/A: fewer than one event in 10,000 clocks" in shown and "half a count" in shown


def test_turns_that_an_event_ends(bareprobe, write_run):
    """The source gives 10,007 instructions per slice."""
    write_run("a.log", sampling_record("multiplex", events="", source="pm0", samples=4,
                                       unit="instructions_executed", repetitions=1),
              series_record("data_read", [2, 2], of="estimate"),
              multiplex_record("data_read", groups=1, slice_=10007, unit="events", rounds=2))
    done = bareprobe("show", "a.log", "--multiplex")
    assert "1 event in 1 group, slices of 10,007 instructions_executed," in done.stdout
    assert done.stderr == ""


def test_turns_that_are_shared_unequally(bareprobe, write_run):
    """The first group has four of seven slices. A group with two events has only one weight."""
    write_run("a.log", sampling_record("multiplex", events="", samples=7, repetitions=1),
              *[series_record(event, [2, 2], of="estimate") for event in "abcd"],
              *[multiplex_record(event, group=group, groups=3, share=share, slices=7, rounds=1)
                for event, group, share in (("a", 0, 4), ("b", 0, 4), ("c", 1, 1), ("d", 2, 2))])
    bareprobe("import", "a.log")
    for run in ("a.log", "last"):
        shown = bareprobe("show", run, "--multiplex").stdout
        assert "4 events in 3 groups, weights 4,1,2, slices of 50,000 clocks, random" in shown


def test_turns_without_exact_counts(bareprobe, write_run):
    write_run("a.log", *[record for record in MULTIPLEX if "of=exact" not in record])
    shown = bareprobe("show", "a.log", "--multiplex").stdout
    assert ["data_read", "4", "+-0.0 %", "not counted"] in rows(shown)
    assert "N/A" not in shown and "half a count" not in shown


def test_no_turns(bareprobe, write_run):
    write_run("a.log", *RATES)
    done = bareprobe("show", "a.log", "--multiplex")
    assert done.returncode == 2 and "experiment=multiplex" in done.stderr
    both = bareprobe("show", "a.log", "--multiplex", "--across")
    assert both.returncode == 2
    assert "--multiplex cannot be combined with --metrics or --across" in both.stderr


@pytest.mark.parametrize("before, record, why", [
    ([], hit_record(0x1000, 1, 2), "no sampling of that benchmark, state and pass was announced"),
    ([], series_record("a", [1]), "no sampling of that benchmark, state and pass was announced"),
    ([], multiplex_record("a"), "no sampling of that benchmark and state was announced"),
    ([], sampling_record("measure"), "experiment is not one that samples"),
    ([], sampling_record(source="sun"), "source is unknown"),
    ([], sampling_record(ring="both"), "ring is unknown"),
    ([], sampling_record(spread="wide"), "spread is neither random nor fixed"),
    ([], sampling_record(every=0), "every is not greater than 0"),
    ([], sampling_record(handler=59), "handler is not between handler_min and handler_max"),
    ([], sampling_record(hidden=1000001), "hidden is greater than clocks"),
    ([], sampling_record(repetitions=0), "repetitions is 0"),
    ([], sampling_record().replace(" lost=0", ""), "a key or its number is missing"),
    (PROFILE, sampling_record(), "a sampling record of that pass was already received"),
    (PROFILE, hit_record(0x101000, 1, 2), "samples of that address were already received"),
    (PROFILE[:2], hit_record(0x101008, 41, 2), "the hits exceed the number of samples"),
    (PROFILE[:2], hit_record(0x101008, 0, 2), "an address or its number of samples is missing"),
    (PROFILE[:2], hit_record(0x101008, 1),
     "the number of gains differs from the number of events"),
    (PROFILE[:2], hit_record(0x101008, 1, "x"),
     "the number of gains differs from the number of events"),
    (PROFILE[:2], hit_record(0x101008, 1, 2, 3),
     "the number of gains differs from the number of events"),
    (PROFILE[:2], hit_record(0x101008, 1, 2, ring="both"), "ring is unknown"),
    (PROFILE, series_record("data_read_miss", [1]), "a profile has no series"),
    (RATES, hit_record(0x1000, 1, 2, 3), "its benchmark was not profiled"),
    (RATES, series_record("data_read", [5], first=3), "its values were already received"),
    (RATES, series_record("data_read", ['""'], first=9), "its values are not numbers"),
    (RATES, series_record("data_read", ["1", ""], first=9), "its values are not numbers"),
    (RATES, series_record("data_read", ["1e5"], first=9), "its values are not numbers"),
    (RATES, series_record("data_read", [5], rep=1), "rep is out of range"),
    (RATES, series_record("branches", [5]), "event is not counted by the pass"),
    (RATES, series_record("data_read", [5], of="loss"),
     "'of' is neither gain, estimate nor exact"),
    (RATES, multiplex_record("data_read"), "its benchmark was not multiplexed"),
    (MULTIPLEX, multiplex_record("data_read"), "a record of that event was already received"),
    (MULTIPLEX, multiplex_record("misaligned", group=2), "event, group or slice is missing"),
    (MULTIPLEX, multiplex_record("misaligned", order="any"), "unit or order is unknown"),
])
def test_what_does_not_agree_is_refused(bareprobe, tmp_path, before, record, why):
    (tmp_path / "a.log").write_text(log_text(
        *start_records(), 'ev=bench bench=apps/one text="a text"', *before, record,
        "ev=done results=0 errors=0 status=ok"))
    shown = bareprobe("import", "a.log")
    assert why in shown.stderr


def test_a_whole_log_has_no_complaint(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(run_log(*PROFILE))
    assert bareprobe("import", "a.log").stderr == ""


@pytest.mark.parametrize("experiment, bench, options, words", [
    ("profile", "thesis/hello", [], ["profile", "1"]),
    ("rates", "thesis/hello", ["-r", "2"], ["plot", "timeline", "1"]),
    ("multiplex", "thesis/hello", [], ["show", "1", "--multiplex"]),
    ("channels", "stamped/phases", ["-r", "2"], ["show", "1", "--channels"])])
def test_a_run_says_what_shows_its_samples(bareprobe, experiment, bench, options, words):
    """The run's message names the command that shows its samples, and that command works."""
    done = bareprobe("run", "--sim", "-b", bench, "-e", "data_read", *options,
                     f"experiment={experiment}", "samples=20")
    assert f"see its samples with 'bareprobe {' '.join(words)}'" in done.stderr
    assert bareprobe(*words).returncode == 0


def test_a_run_without_samples_says_nothing_of_them(bareprobe):
    done = bareprobe("run", "--sim", "-b", "thesis/hello", "-e", "data_read", "-r", "2")
    assert done.returncode == 0 and "samples" not in done.stderr


def test_a_list_of_runs_says_what_was_sampled(bareprobe, write_run):
    write_run("a.log", *PROFILE)
    bareprobe("import", "a.log")
    assert re.search(r"^ +1 .* 100 samples +ok", bareprobe("list", "runs").stdout, re.M)


@pytest.mark.parametrize("records, word", [(PROFILE, "'bareprobe profile -f FORMAT'"),
                                           (RATES, "--format series")])
def test_what_writes_a_sampled_run_is_said(bareprobe, write_run, records, word):
    write_run("a.log", *records)
    done = bareprobe("export", "a.log", "-f", "csv")
    assert done.returncode == 2 and word in done.stderr and done.stdout == ""


def test_rates_are_on_the_page(bareprobe, write_run, tmp_path):
    """data_read has 100 in 4,000 clocks: 25 per 1,000. The ticks have 10, 20 / 1.001, 30 / 0.999
    and 40. Heights of 32 are below 2: 30 * 10 / 40 = 7.5, so 24.5 from the top."""
    write_run("a.log", *RATES)
    assert bareprobe("html", "a.log", "-o", "a.html").returncode == 0
    page = (tmp_path / "a.html").read_text()
    row = re.search(r"<td>data_read</td>(.*)</tr>", page)[1]
    assert re.findall(r"<td[^>]*>([^<]+)</td>", row) == ["4", "25.0", "10.0", "40.0"]
    assert 'd="M0 32H0.0V24.5H75.0V' in row and row.count("V") == 5


@pytest.mark.parametrize("records", [PROFILE, RATES, MULTIPLEX])
def test_an_old_store_gets_what_it_did_not_know(bareprobe, write_run, tmp_path, records):
    """The run is in the store of an older program, which had no samples. Importing the log adds
    them, once."""
    write_run("a.log", *records)
    bareprobe("import", "a.log")
    shown = bareprobe("show", "last").stdout
    with sqlite3.connect(tmp_path / "bareprobe.db") as db:
        for table in "samplings", "hits", "series", "multiplexes", "channels", "stamps":
            db.execute(f"DROP TABLE {table}")
        db.execute("PRAGMA user_version = 6")
    assert bareprobe("list", "runs").returncode == 0
    assert bareprobe("show", "last").stdout != shown
    for _ in range(2):
        done = bareprobe("import", "a.log")
        assert "already imported" in done.stdout and done.stderr == ""
        assert bareprobe("show", "last").stdout == shown
