# SPDX-License-Identifier: MIT
"""`bareprobe compare` of sampled runs: shares, rates, estimates, and times, from logs written
here."""
import csv
import io
import json

import pytest

from logs import (channel_record, channels_record, hit_record, log_text, multiplex_record, run_log,
                  sampling_record, series_record, stamps_record, start_records)


@pytest.fixture(name="compare")
def fixture_compare(bareprobe, write_run):
    """compare(records before, records after, *options): the finished command."""
    def compare(before, after, *options):
        write_run("a.log", *before)
        write_run("b.log", *after)
        return bareprobe("compare", "a.log", "b.log", *options)
    return compare


def row(shown, where):
    """Returns the text from the event on in the only row of that function, event or pair."""
    found = [line for line in shown.splitlines() if where in line]
    assert len(found) == 1, shown
    return found[0].split(where)[1].split()


def profile(first, second, **more):
    return [sampling_record(samples=first + second, **more), hit_record(0x101000, first, 0),
            hit_record(0x101004, second, 0)]


def test_shares_of_a_profile(compare):
    """R. G. Newcombe (1998), Table II (a): 56/70 - 48/80, by method 10 from 0.0524 to 0.3339."""
    done = compare(profile(56, 14), profile(48, 32))
    assert done.returncode == 0
    assert row(done.stdout, "0x00101000") == [
        "share", "of", "samples,", "%", "80.0", "60.0", "-20.0", "points", "[-33.4,", "-5.2]",
        "significant"]
    assert "2 of 2 rows changed" in done.stdout


def test_the_page_draws_shares_in_points(bareprobe, write_run, tmp_path):
    """56 and 32 of 180 are 31.1 % and 17.8 %: 13.3 percentage points, not percent. A third function
    is equal."""
    third = hit_record(0x101008, 100, 0)
    before, after = [[sampling_record(samples=180), *records[1:], third] for records in
                     (profile(56, 24), profile(32, 48))]
    write_run("a.log", *before)
    write_run("b.log", *after)
    assert bareprobe("html", "a.log", "b.log", "-o", "page.html").returncode == 0
    page = (tmp_path / "page.html").read_text()
    assert "-13.3 points" in page and "+13.3 points" in page and "-13.3 %" not in page
    assert "change, percentage points" in page and ">1 row<" in page


def test_few_samples_are_no_change(compare):
    """R. A. Fisher's lady tasting tea: 3 of 4 and 1 of 4, p = (16 + 1 + 16 + 1) / 70 = 0.4857."""
    table = list(csv.DictReader(io.StringIO(compare(profile(3, 1), profile(1, 3), "-f",
                                                    "csv").stdout)))
    assert [(r["region"], r["region_name"], r["event"], r["unit"], r["change"], r["verdict"])
            for r in table] == [
        ("samples", "0x00101000", "samples", "%", "-50", "no significant change"),
        ("samples", "0x00101004", "samples", "%", "50", "no significant change")]
    # Holm: the smaller of two p is doubled, and the other is not below it
    assert [float(r["p"]) for r in table] == [pytest.approx(2 * 34 / 70)] * 2


def test_a_function_may_be_new(compare):
    done = compare([sampling_record(samples=100), hit_record(0x101000, 100, 0)], profile(50, 50))
    assert row(done.stdout, "0x00101004")[4:7] == ["0.0", "50.0", "+50.0"]


def test_shares_of_other_things_are_not_compared(compare):
    done = compare(profile(56, 14), profile(48, 32, source="overflow", unit="data_read"))
    assert done.returncode == 2
    assert "shares are not compared: samples are of clocks in a.log and of data_read in b.log" \
        in done.stderr


def test_addresses_of_other_builds_are_not_compared(bareprobe, write_run, tmp_path):
    write_run("a.log", *profile(56, 14))
    (tmp_path / "b.log").write_text(run_log(*profile(48, 32), build="2.0"))
    done = bareprobe("compare", "a.log", "b.log")
    assert done.returncode == 2
    assert "comparing functions' shares needs the kernel images of a.log and b.log: " \
        "name them with --kernel-before FILE and --kernel-after FILE" in done.stderr


def rates(*repetitions, event="data_read", pass_=0):
    """There are two ticks of 1,000 clocks per repetition."""
    return [sampling_record("rates", events=event, samples=2 * len(repetitions),
                            repetitions=len(repetitions), pass_=pass_),
            *(record for rep, gains in enumerate(repetitions)
              for record in (series_record(event, gains, rep=rep, pass_=pass_),
                             series_record("time_stamp", [1000, 1000], rep=rep, pass_=pass_)))]


def test_rates(compare):
    """The means of the repetitions are 20 and 22, then 30 and 32: 21 and 31, each with variance 2
    and variance of the mean 1. t = 10 / sqrt(2), df = 2, t(0.975, 2) = 4.302653: +-6.0849 of 21, so
    47.6 % from 18.6 to 76.6. p = 1 - t / sqrt(2 + t^2) = 1 - sqrt(50 / 52) = 0.0194."""
    before, after = rates([10, 30], [20, 24]), rates([30, 30], [34, 30])
    done = compare(before, after)
    assert row(done.stdout, "ticks") == ["data_read", "per", "1,000", "clocks", "21.00", "31.00",
                                         "+47.6", "%", "[+18.6,", "+76.6]", "significant"]
    told = json.loads(compare(before, after, "-f", "json").stdout)["rows"]
    assert told[0]["p"] == pytest.approx(1 - (50 / 52) ** 0.5)
    assert (told[0]["region"], told[0]["unit"]) == ("ticks", "events per 1,000 clocks")


def test_ticks_that_did_not_come_are_not_counted(compare):
    """The second of two ticks of each repetition is missing: 30 in 1,000 clocks, not 30 in
    2,000."""
    lost = [sampling_record("rates", events="data_read", samples=4, repetitions=2),
            *(record for rep in (0, 1)
              for record in (series_record("data_read", [30], rep=rep, first=1),
                             series_record("time_stamp", [1000, 1000], rep=rep)))]
    assert row(compare(rates([10, 30], [20, 24]), lost, "-a").stdout, "ticks")[5] == "30.00"


def test_one_repetition_cannot_be_judged(compare):
    done = compare(rates([10, 30]), rates([100, 100]))
    assert "no significant change in 1 row" in done.stdout
    assert "1 rows have only one sample in one of the runs" in done.stdout


def test_events_of_one_run_alone_are_counted(compare):
    done = compare(rates([10, 30], [20, 24]) + rates([1, 1], event="branches", pass_=1),
                   rates([10, 30], [20, 24]))
    assert "1 rows only in the first run, 0 only in the second" in done.stdout


def turns(rounds, n=None):
    return [sampling_record("multiplex", events=None, samples=8, repetitions=2),
            series_record("data_read", rounds, of="estimate"),
            multiplex_record("data_read", rounds=n or len(rounds))]


def test_estimates(compare):
    """Rounds 2, 4, 6, 8 have mean 5 and variance 20/3; four rounds in two repetitions are 10 per
    repetition. Ten more per round are 30. sqrt(2 * 20/3 / 4) = 1.8257, t(0.975, 6) = 2.446912:
    +-4.4674 per round, +-8.9349 per repetition."""
    done = compare(turns([2, 4, 6, 8]), turns([12, 14, 16, 18]))
    assert row(done.stdout, "rounds") == ["data_read", "10.0", "30.0", "+200.0", "%", "[+110.7,",
                                          "+289.3]", "significant"]
    # one of four rounds is missing: 4 x 14 / 2
    lost = compare(turns([2, 4, 6, 8]), turns([12, 14, 16], n=4))
    assert row(lost.stdout, "rounds")[2] == "28.0"


def stamped(first, second):
    """From begin to end `first` clocks, then `second`."""
    return [channels_record(4), channel_record("c0", 2, "begin"), channel_record("c1", 2, "end"),
            stamps_record(f"0:c0,{first}:c1,100:c0,{100 + second}:c1")]


def test_times_between_stamps(compare):
    """10 and 12, then 20 and 22: as for the rates above, +-6.0849 of 11. From end to begin there is
    only one time on each side."""
    before, after = stamped(10, 12), stamped(20, 22)
    done = compare(before, after)
    assert row(done.stdout, "begin to end") == [
        "clocks", "between", "stamps", "11.0", "21.0", "+90.9", "%", "[+35.6,", "+146.2]",
        "significant"]
    assert compare(before, after, "--fail-above", "90").returncode == 1
    assert compare(before, after, "--fail-above", "92").returncode == 0
    assert compare(after, before, "--fail-above", "1").returncode == 0


def test_a_share_that_rises_fails(compare):
    """The share of the second address rises by 20 points."""
    assert compare(profile(56, 14), profile(48, 32), "--fail-above", "19").returncode == 1
    assert compare(profile(56, 14), profile(48, 32), "--fail-above", "21").returncode == 0


def test_the_page_has_them(compare, bareprobe, tmp_path):
    compare(stamped(10, 12), stamped(20, 22))
    assert bareprobe("html", "a.log", "b.log", "-o", "page.html").returncode == 0
    page = (tmp_path / "page.html").read_text()
    assert "begin to end" in page and "+90.9 % [+35.6, +146.2]" in page
    assert "clocks between" in page


def test_other_experiments_have_nothing_in_common(compare):
    done = compare(stamped(10, 12), rates([1, 2]))
    assert done.returncode == 2 and "1 only in a.log, 1 only in b.log" in done.stderr


def test_an_unfinished_pass_is_no_crash(bareprobe, tmp_path):
    records = [*start_records(), 'ev=bench bench=apps/one text="a text"',
               sampling_record("rates", events="data_read", samples=2, repetitions=1)]
    (tmp_path / "a.log").write_text(log_text(*records))
    done = bareprobe("compare", "a.log", "a.log")
    assert done.returncode == 2 and "no selected row in common" in done.stderr


def test_counts_are_of_regions(compare):
    done = compare(turns([2, 4, 6, 8]), turns([12, 14, 16, 18]), "-f", "counts")
    assert done.returncode == 2 and done.stdout == ""
    assert "--format: 'counts' shows counts of regions" in done.stderr
