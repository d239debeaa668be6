# SPDX-License-Identifier: MIT
"""`bareprobe show --table`: events as rows, as in the tables of the thesis's chapter 5; `compare -f
counts`, and `compare` of two benchmarks or regions."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import pytest

from bounds import HANG_BOUND
from logs import T_95_4, finding_record, result_record
from places import BUILD

LONG = "pipeline_stalled_address_generation_interlock"


def cells(text, name):
    """The cells of the rows with that name, without the blanks."""
    return [re.split(r" {2,}", line)[1:] for line in text.splitlines()
            if re.split(r" {2,}", line)[0] == name]


def with_width(path, columns, *words):
    """The output of a command on a terminal of that many columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    with subprocess.Popen([BUILD / "bareprobe", *words], cwd=path, stdin=subprocess.DEVNULL,
                          env={**os.environ, "NO_COLOR": "1"}, stdout=slave) as process:
        os.close(slave)
        output = b""
        try:
            while data := os.read(master, 4096):
                output += data
        except OSError:
            pass
        assert process.wait(HANG_BOUND) == 0
    os.close(master)
    return output.decode().replace("\r", "")


@pytest.fixture(name="table")
def fixture_table(bareprobe, write_run):
    """table(*options): the tables of a run with two benchmarks and two regions."""
    write_run("a.log", result_record(10, event="data_read", code="0x0", sd=2),
              result_record(3, event="data_read", code="0x0", region=1),
              result_record(1234567.5), result_record(7, region=1),
              result_record(0.25, bench="apps/two", suspect="more hits than branches"))

    def show(*options, status=0):
        done = bareprobe("show", "a.log", "--table", *options)
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr
    return show


def test_places_are_columns(table):
    """The interval is t s / sqrt(n); a suspect count has a mark and a note; `-` is not counted."""
    shown = table()
    assert "\n5 repetitions, 95 %, warm, ring 0   (silicon)\n" in shown
    lines = shown.splitlines()
    assert [re.split(r" {2,}", line.strip()) for line in lines[-5:-2]] == [
        ["apps/one", "apps/one", "apps/two"], ["event", "region 0", "region 1", "region 0"],
        ["data_read", f"10.0 +/- {T_95_4 * 2 / 5 ** 0.5:.1f}", "3.0 +/- 0.0", "-"]]
    assert cells(shown, "branches") == [["1,234,567.5 +/- 0.0", "7.0 +/- 0.0",
                                         "(1) 0.250 +/- 0.000"]]
    assert lines[-2].startswith("branches") and lines[-1] == "(1) suspect: more hits than branches"


def test_common_parts_are_in_the_title(table):
    shown = table("-b", "apps/one", "-r", "1")
    assert "\napps/one, region 1   5 repetitions, 95 %, warm, ring 0   (silicon)\n" in shown
    assert cells(shown, "event") == [["mean and interval"]]


def test_raw_counts(bareprobe, write_run):
    """The count with the overhead is raw, the corrected one mean."""
    record = result_record(100).replace("raw=100 overhead=0", "raw=109 overhead=9")
    write_run("a.log", record)
    assert cells(bareprobe("show", "a.log", "--table").stdout, "branches") == [["100.0 +/- 0.0"]]
    raw = bareprobe("show", "a.log", "--table", "--raw").stdout
    assert cells(raw, "branches") == [["109.0 +/- 0.0"]] and "without correction" in raw


def test_one_repetition_has_no_interval(bareprobe, write_run):
    write_run("a.log", result_record(12080864478, n=1))
    shown = bareprobe("show", "a.log", "--table").stdout
    assert cells(shown, "branches") == [["12,080,864,478"]]
    assert cells(shown, "event") == [["value"]]


@pytest.mark.parametrize("columns", (60, 80, 132))
def test_tables_fit_the_terminal(columns, write_run, tmp_path):
    """Nine columns of 19 and a name whose longest word has 17: in 80 columns, 17 + 3 (2 + 19) fit
    side by side, so that three tables are needed. Each column is in one of them."""
    write_run("a.log", *[result_record(1000000 + region, region=region, event=LONG, code="0x1f")
                         for region in range(9)])
    shown = with_width(tmp_path, columns, "show", "a.log", "--table").split("(silicon)\n")[1]
    assert max(map(len, shown.splitlines())) <= columns
    for region in range(9):
        assert shown.count(f"region {region}") == shown.count(f"1,000,00{region}.0") == 1
    narrow = [line for line in shown.splitlines() if "+/-" in line]
    assert len(narrow) == {60: 5, 80: 3, 132: 2}[columns]


def test_expected_counts_are_theoretical(bareprobe):
    """Program 1: the counts by hand are in bench/thesis/program1.asm, 305 instructions. The
    probes' instructions and nothing else are the overhead; their number varies with the probe, not
    with the repetition. The data TLB is not in WORK()."""
    done = bareprobe("run", "-b", "thesis/program1", "-e",
                     "instructions_executed,branches,data_tlb_miss", "-r", "3", "--no-log",
                     "--report", "none")
    assert done.returncode == 0, done.stderr
    shown = bareprobe("show", "last", "--table=theory").stdout
    assert cells(shown, "event") == [["measured", "overhead", "corrected", "theoretical"]]
    assert cells(shown, "branches") == [["100.0 +/- 0.0", "0.0 +/- 0.0", "100.0 +/- 0.0", "100"]]
    measured, overhead, *rest = cells(shown, "instructions_executed")[0]
    assert rest == ["305.0 +/- 0.0", "305"]
    assert float(measured.split()[0]) - float(overhead.split()[0]) == 305
    assert overhead.endswith(" +/- 0.0") and not overhead.startswith("0.0")
    assert cells(shown, "data_tlb_miss")[0][3] == "-"
    # The loop has 100 iterations of three instructions; 5 more are before and after it.
    turns = bareprobe("show", "last", "--table", "iteration").stdout
    assert cells(turns, "iterations of the loop") == [["100"]]
    assert cells(turns, "branches") == [["1.000 +/- 0.000"]]
    assert cells(turns, "instructions_executed") == [["3.050 +/- 0.000"]]
    assert "the most expensive loop of thesis/program1, region 0: " in turns


def test_an_old_run_has_no_interval_of_the_overhead(bareprobe, write_run):
    calibration = ("ev=calibration bench=apps/one event=branches code=0x12 counter=0 ring=kernel "
                   "state=warm ablate=none index=0 read_by=rdmsr of=region overhead=9 n=5 min=9 "
                   "max=9 mad=0 outliers=0 status=ok")
    result = result_record(100).replace("raw=100 overhead=0", "raw=109 overhead=9")
    new = calibration.replace("n=5", "n=5 mean=9.5 sd=1 ci=1.241664 level=95 med=9 mode=9")
    for name, record in (("old", calibration), ("new", new)):
        write_run(f"{name}.log", record, result)
        shown = bareprobe("show", f"{name}.log", "--table=theory").stdout
        overhead = "9.0" if name == "old" else "9.0 +/- 1.2"
        assert cells(shown, "branches") == [["109.0 +/- 0.0", overhead, "100.0 +/- 0.0", "-"]]


def test_caches(bareprobe, write_run):
    write_run("a.log", finding_record("l1_data_size", 8192, "bytes"),
              finding_record("l1_data_write_policy", text="write-back"),
              finding_record("load_latency", 1, "clocks"),
              finding_record("memory_line_fill", 28.497, "clocks"))
    shown = bareprobe("show", "a.log", "--table=caches").stdout
    assert cells(shown, "size")[0] == ["8 KB", "not measured", "not measured"]
    assert cells(shown, "write policy") == [["write-back", "not measured", "N/A"]]
    assert cells(shown, "latency of a load") == [["1 clock", "not measured", "not measured"]]
    assert cells(shown, "reading a line") == [["N/A", "not measured", "28.5 clocks"]]
    assert "100.0 MHz" in shown


@pytest.mark.parametrize("options, message", (
    (["--table=theroy"], "--table: 'theroy' is not a table; allowed: counts, theory, iteration"),
    (["--table=caches"], "a.log: no findings on caches are selected (the suite machine finds"),
    (["--table", "-m", "cpi"], "--table cannot be combined with --metrics, --across"),
    (["--table", "-s", "mean"], "--table cannot be combined with --metrics, --across"),
    (["--table", "--report"], "--report prints the whole run"),
    (["--table", "-e", "0x99"], "has no result of event '0x99'"),
))
def test_errors(options, message, bareprobe, write_run):
    write_run("a.log", result_record())
    done = bareprobe("show", "a.log", *options)
    assert done.returncode == 2 and message in done.stderr and not done.stdout


# ---- compare ------------------------------------------------------------------------------------

@pytest.fixture(name="compare")
def fixture_compare(bareprobe, write_run):
    """compare(*words): a.log has apps/one and apps/two, b.log apps/two with other counts."""
    write_run("a.log", result_record(100), result_record(40, region=1),
              result_record(30, region=1, bench="apps/two"),
              result_record(150, bench="apps/two", sd=2))
    write_run("b.log", result_record(120, bench="apps/two"))

    def run(*words, status=0):
        done = bareprobe("compare", *words)
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr
    return run


def changes(shown):
    return re.findall(r"^(\S+) +region (\d) +branches +(\S+) +(\S+) +(\S+ %|0)", shown, re.M)


def test_two_benchmarks_of_one_run(compare):
    """By hand: 100 to 150 is +50 %, 40 to 30 -25 %; the larger change is first."""
    shown = compare("a.log", "-b", "apps/one", "--bench", "two", "-a")
    assert changes(shown) == [("apps/one", "0", "100.0", "150.0", "+50.0 %"),
                              ("apps/one", "1", "40.0", "30.0", "-25.0 %")]
    assert "before  apps/one of a.log: " in shown and "after   apps/two of a.log: " in shown


def test_two_regions_of_one_run(compare):
    shown = compare("a.log", "-b", "one", "-r", "0", "-r", "1")
    assert changes(shown) == [("apps/one", "0", "100.0", "40.0", "-60.0 %")]
    assert "after   apps/one, region 1 of a.log: " in shown


def test_two_benchmarks_of_two_runs(compare):
    shown = compare("a.log", "b.log", "-b", "one", "-b", "two", "-r", "0")
    assert changes(shown) == [("apps/one", "0", "100.0", "120.0", "+20.0 %")]
    assert changes(compare("a.log", "b.log", "-b", "one", "-b", "two", "-r", "1", "-r", "0")) == [
        ("apps/one", "1", "40.0", "120.0", "+200.0 %")]


def test_a_list_still_selects(compare):
    """One -b selects in both runs."""
    assert changes(compare("a.log", "b.log", "-b", "one,two", "-a"))[0][:4] == (
        "apps/two", "0", "150.0", "120.0")


def test_counts_of_both_and_their_difference(compare):
    """Welch's interval of 150 with s = 2 and 100 with s = 0, each of 5: t(0.975, 4) 2 / sqrt 5."""
    shown = compare("a.log", "-b", "one", "-b", "two", "-r", "0", "-f", "counts")
    half = f"{T_95_4 * 2 / 5 ** 0.5:.1f}"
    assert cells(shown, "event") == [["before", "after", "difference"]]
    assert cells(shown, "branches") == [["100.0 +/- 0.0", f"150.0 +/- {half}",
                                         f"50.0 +/- {half}"]]


@pytest.mark.parametrize("words, message", (
    (["a.log"], "expected two RUNs, got 1; one RUN is compared with itself if -b or -r is given"),
    (["a.log", "-b", "one", "-b", "two", "-b", "one"], "--bench: given 3 times"),
    (["a.log", "-b", "apps/*", "-b", "two"],
     "the benchmark to compare is ambiguous: apps/one or apps/two; select one by -b"),
    (["a.log", "-b", "one", "-r", "*", "-r", "1"],
     "the region to compare is ambiguous: region 0 or region 1; select one by -r"),
    (["a.log", "-b", "one", "-b", "tow"], "no result of benchmark 'tow'; did you mean two?"),
    (["a.log", "-b", "one", "-r", "0", "-r", "7"],
     "a.log has no result of benchmark 'one', region '7' to compare"),
))
def test_errors_of_compare(words, message, compare):
    assert message in compare(*words, status=2)
