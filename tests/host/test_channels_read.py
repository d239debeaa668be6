# SPDX-License-Identifier: MIT
"""Time stamps of channels on the host: validation of records, times between stamps, and exports to
other tools. Expected values follow from the numbers in the logs written here."""
import json
import pathlib
import re
import shutil
import subprocess

import jsonschema
import pytest

from logs import (channel_record, channels_record, log_text, result_record, run_log, slices,
                  stamps_record, start_records)

SCHEMAS = pathlib.Path(__file__).parent / "schemas"

# There are two repetitions. From parse to sort 100, 100, 104: the mean is 101.33, the deviations
# from it -1.33, -1.33, 2.67, so the spread is sqrt((1.78 + 1.78 + 7.11) / 2) = 2.31. From sort to
# the breakpoint 50, 40: 45, and sqrt(50) = 7.07.
CHANNELS = [channels_record(8, repetitions=2, clocks=2200, hidden=200),
            channel_record("c0", 3, "parse"), channel_record("c1", 3), channel_record("x3", 2),
            stamps_record("0:c0,100:c1:7,150:x3:4096,200:c0"),
            stamps_record("300:c1:9", first=4),
            stamps_record("10:c0,114:c1:5,154:x3:4096", rep=1)]


def table(bareprobe, *arguments):
    done = bareprobe("show", *arguments, "--channels")
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(text):
    """Returns {(from, to): [cells]} of a table."""
    found = {}
    for line in text.splitlines():
        cells = re.split(r"  +", line.strip())
        if len(cells) >= 6 and re.fullmatch(r"[\d,]+", cells[2]):
            found[cells[0], cells[1]] = cells[2:]
    return found


def test_times_between(bareprobe, write_run):
    write_run("a.log", *CHANNELS)
    text = table(bareprobe, "a.log")
    assert "8 stamps in 2 repetitions   (silicon)" in text
    assert rows(text) == {
        ("parse", "channel 1"): ["3", "100", "101.3", "104", "2.3", "1.013"],
        ("channel 1", "exception 3 (breakpoint)"): ["2", "40", "45.0", "50", "7.1", "0.450"],
        ("exception 3 (breakpoint)", "parse"): ["1", "50", "50.0", "50", "0.500"]}
    assert "did not fit" not in text and "were lost" not in text


def test_each_stamp_with_its_difference(bareprobe, write_run):
    """The times of CHANNELS, subtracted by hand; a clock is 0.01 us at 100 MHz. A difference across
    lost stamps is unknown."""
    write_run("a.log", *CHANNELS)
    done = bareprobe("show", "a.log", "--stamps", "-a")
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    first = lines.index("repetition 1")
    assert lines[first + 1:first + 10] == [
        "0 0 0.000 parse", "100 100 1.000 channel 1 7",
        "150 50 0.500 exception 3 (breakpoint) 4096", "200 50 0.500 parse",
        "300 100 1.000 channel 1 9", "repetition 2", "10 10 0.100 parse",
        "114 104 1.040 channel 1 5", "154 40 0.400 exception 3 (breakpoint) 4096"], done.stdout
    done = bareprobe("show", "a.log", "--stamps")
    assert "repetition 2" not in done.stdout and "-a shows all repetitions" in done.stdout
    write_run("b.log", channels_record(5, lost=12), channel_record("c0", 5),
              stamps_record("0:c0,10:c0"), stamps_record("500:c0,520:c0", first=3))
    done = bareprobe("show", "b.log", "--stamps")
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    lost = lines.index("(stamps were lost here)")
    assert lines[lost + 1:lost + 3] == ["500 channel 0", "520 20 0.200 channel 0"], done.stdout


def test_stamps_are_a_form_of_their_own(bareprobe, write_run):
    write_run("a.log", *CHANNELS)
    for others, message in (
            (["--channels"], "--channels and --stamps cannot be combined"),
            (["--across"], "--stamps cannot be combined with --metrics or --across"),
            (["-b", "none"], "no stamps of channels are selected")):
        done = bareprobe("show", "a.log", "--stamps", *others)
        assert done.returncode == 2 and message in done.stderr, done.stderr


def test_the_store_keeps_them(bareprobe, write_run):
    write_run("a.log", *CHANNELS)
    assert bareprobe("import", "a.log", "--db", "runs.db").returncode == 0
    assert rows(table(bareprobe, "last", "--db", "runs.db")) == rows(table(bareprobe, "a.log"))


def test_what_is_missing_is_said(bareprobe, write_run):
    """No time is computed across missing stamps, and each missing stamp is reported."""
    write_run("a.log", channels_record(5, lost=12), channel_record("c0", 5),
              stamps_record("0:c0,10:c0"), stamps_record("500:c0,520:c0", first=3))
    text = table(bareprobe, "a.log")
    assert ("12 more stamps did not fit into memory" in text and
            "1 of the stamps were lost in transmission" in text)
    assert rows(text) == {("channel 0", "channel 0"): ["2", "10", "15.0", "20", "7.1", "0.150"]}


def test_a_run_that_ends_in_the_middle(bareprobe, tmp_path):
    """The machine was switched off after the first stamps."""
    (tmp_path / "a.log").write_text(log_text(
        *start_records(), 'ev=bench bench=apps/one text="a text"', *CHANNELS[:5]))
    text = table(bareprobe, "a.log")
    assert "4 of the stamps were lost in transmission" in text
    assert rows(text)["parse", "channel 1"][0] == "1"


def test_a_channel_that_was_not_heard_has_its_number(bareprobe, write_run):
    write_run("a.log", channels_record(2), stamps_record("0:c4,10:in132:255"))
    assert rows(table(bareprobe, "a.log")) == {
        ("channel 4", "in 84h"): ["1", "10", "10.0", "10", "0.100"]}


@pytest.mark.parametrize("record, why", [
    (stamps_record("0:c0,10:q1"), "its values are not stamps in order of time"),
    (stamps_record("10:c0,0:c0"), "its values are not stamps in order of time"),
    (stamps_record("0:c0,"), "its values are not stamps in order of time"),
    (stamps_record("0:c0", rep=1), "rep is out of range"),
    (stamps_record("0:c0,1:c0", first=2), "it has more stamps than the pass stored"),
    (channel_record("c99999", 1), "channel is unknown"),
    (channel_record("c1", 4), "it has more stamps than the pass"),
    (stamps_record("0:c0", bench="apps/two"), "no sampling"),
])
def test_what_is_not_believed(bareprobe, write_run, record, why):
    write_run("a.log", channels_record(3), channel_record("c0", 1), stamps_record("5:c0"), record)
    done = bareprobe("import", "a.log", "--db", "runs.db")
    assert why in done.stderr + done.stdout


def test_twice_is_once(bareprobe, write_run):
    write_run("a.log", channels_record(3), channel_record("c0", 2), channel_record("c0", 2),
              stamps_record("5:c0,9:c0"), stamps_record("6:c0,8:c0"))
    assert rows(table(bareprobe, "a.log")) == {
        ("channel 0", "channel 0"): ["1", "4", "4.0", "4", "0.040"]}


def test_nothing_to_show(bareprobe, write_run):
    write_run("a.log", result_record())
    done = bareprobe("show", "a.log", "--channels")
    assert done.returncode == 2 and "no stamps of channels are selected" in done.stderr
    for other in ("--across", "--multiplex", "--report"):
        assert bareprobe("show", "a.log", "--channels", other).returncode == 2


# ---- vcd ----------------------------------------------------------------------------------------

# At 100 MHz a clock is 10,000 ps. The second repetition begins at the end of the first, 1,000
# clocks after its start, because the two take 1,000 on average. A last stamp later than that would
# move it to the next clock; here that would be 301.
CHANGES = [
    (0, "repetition", 1), (0, "parse", 1), (1000000, "channel_1", 1),
    (1000000, "channel_1_value", 7), (1500000, "exception_3__breakpoint_", 1),
    (1500000, "exception_3__breakpoint__value", 4096), (2000000, "parse", 0),
    (3000000, "channel_1", 0), (3000000, "channel_1_value", 9), (10000000, "repetition", 2),
    (10100000, "parse", 1), (11140000, "channel_1", 1), (11140000, "channel_1_value", 5),
    (11540000, "exception_3__breakpoint_", 0), (11540000, "exception_3__breakpoint__value", 4096)]


def changes(text):
    """Returns the changes by time of a dump as defined in IEEE 1364, without the initial values."""
    head, body = re.split(r"\$enddefinitions\s+\$end\n", text)
    names = dict(re.findall(r"\$var wire \d+ (\S+) (\S+) \$end", head))
    found, clock, initial = [], None, False
    for line in body.splitlines():
        value = re.fullmatch(r"b([01]+) (\S+)|([01])(\S+)", line)
        if line.startswith("#"):
            assert clock is None or int(line[1:]) > clock
            clock = int(line[1:])
        elif line in ("$dumpvars", "$end"):
            initial = line == "$dumpvars"
        else:
            assert value, line
            if not initial:
                found.append((clock, names[value[2] or value[4]], int(value[1] or value[3], 2)))
    return found


def test_vcd(bareprobe, write_run):
    write_run("a.log", *CHANNELS)
    done = bareprobe("export", "a.log", "-f", "vcd")
    assert done.returncode == 0, done.stderr
    assert "$timescale 1 ps $end" in done.stdout
    assert "measured on real hardware" in done.stdout
    assert sorted(changes(done.stdout)) == sorted(CHANGES)


def test_vcd_without_a_clock_rate(bareprobe, tmp_path):
    (tmp_path / "a.log").write_text(run_log(*CHANNELS, mhz=0))
    text = bareprobe("export", "a.log", "-f", "vcd").stdout
    assert "$timescale 1 ns $end" in text and "1 ns represents one clock" in text
    assert (100, "channel_1", 1) in changes(text)


def test_gtkwave_reads_it(bareprobe, write_run, tmp_path):
    """GTKWave converts the dump to its own format and back: the same changes come at the same
    times, except values that do not change."""
    write_run("a.log", *CHANNELS)
    assert bareprobe("export", "a.log", "-f", "vcd", "-o", "a.vcd").returncode == 0
    done = subprocess.run(["vcd2fst", "a.vcd", "a.fst"], cwd=tmp_path, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    back = subprocess.run(["fst2vcd", "a.fst"], cwd=tmp_path, capture_output=True, text=True,
                          check=True).stdout
    assert re.search(r"\$timescale\s+1\s*ps\s+\$end", back)
    found = [change for change in changes(re.sub(r"(?s)\$dumpvars.*?\$end\n", "", back))
             if change[0] > 0]
    assert found and set(found) <= set(CHANGES)
    # GTKWave may omit a value that does not change: the second 4096.
    assert {change for change in CHANGES if change[0] > 0} - set(found) <= {CHANGES[-1]}


def test_no_vcd(bareprobe, write_run):
    write_run("a.log", channels_record(3))
    done = bareprobe("export", "a.log", "-f", "vcd")
    assert done.returncode == 2 and "no stamps are selected" in done.stderr


# ---- other forms --------------------------------------------------------------------------------


def test_chrome_trace(bareprobe, write_run):
    write_run("a.log", *CHANNELS)
    trace = json.loads(bareprobe("export", "a.log", "-f", "chrome-trace").stdout)
    jsonschema.validate(trace, json.loads((SCHEMAS / "chrome_trace.json").read_text()))
    events = trace["traceEvents"]
    assert [(event["name"], event["ts"], event["args"].get("value")) for event in events
            if event["ph"] == "i"] == [
        ("parse", 0, None), ("channel 1", 1, 7), ("exception 3 (breakpoint)", 1.5, 4096),
        ("parse", 2, None), ("channel 1", 3, 9), ("parse", 10.1, None), ("channel 1", 11.14, 5),
        ("exception 3 (breakpoint)", 11.54, 4096)]
    found = slices(events)
    intervals = [(name, begin, end) for name, _, track, begin, end in found if track == 2]
    assert intervals[:2] == [("parse to channel 1", 0, 1),
                             ("channel 1 to exception 3 (breakpoint)", 1, 1.5)]
    assert len(intervals) == 6
    assert [(name, begin, end) for name, _, track, begin, end in found if track == 0] == [
        ("repetition 0", 0, 10), ("repetition 1", 10, 20)]


def test_ndjson(bareprobe, write_run):
    write_run("a.log", *CHANNELS)
    lines = [json.loads(line) for line in bareprobe("export", "a.log", "-f",
                                                    "ndjson").stdout.splitlines()]
    assert [(line["rep"], line["clocks"], line["channel"], line["value"]) for line in lines
            if line["sampled"] == "stamp"][:2] == [(0, 0, "c0", None), (0, 100, "c1", 7)]
    assert [(line["from"], line["to"], line["n"], line["min"], line["max"]) for line in lines
            if line["sampled"] == "interval"] == [
        ("c0", "c1", 3, 100, 104), ("c1", "x3", 2, 40, 50), ("x3", "c0", 1, 50, 50)]
    assert [(line["channel"], line["name"]) for line in lines if line["sampled"] == "channel"] == [
        ("c0", "parse"), ("c1", "channel 1"), ("x3", "exception 3 (breakpoint)")]


def test_the_script_of_a_drawing(bareprobe, write_run, tmp_path):
    write_run("a.log", *CHANNELS)
    done = bareprobe("plot", "channels", "a.log", "-o", "a.gp")
    assert done.returncode == 0, done.stderr
    script = (tmp_path / "a.gp").read_text()
    lanes = {name: [tuple(map(float, line.split("\t"))) for line in body.splitlines()]
             for name, body in re.findall(r"^\$(\w+) << END\n(.*?)^END$", script, re.M | re.S)}
    # Times in microseconds. Each channel is a lane, in the order of their first stamps.
    assert lanes == {"lane0": [(0, 0), (2, 0)], "lane1": [(1, 1), (3, 1)], "lane2": [(1.5, 2)]}
    assert "'parse' 0, 'channel 1' 1, 'exception 3 (breakpoint)' 2" in script
    # The values are those that the program stored, not the breakpoint's address.
    assert re.findall(r"set label '(\d+)' at ([\d.]+),(\d)", script) == [
        ("7", "1", "1"), ("9", "3", "1")]


@pytest.mark.parametrize("ending, begin", [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_it_is_drawn(bareprobe, write_run, tmp_path, ending, begin):
    if not shutil.which("gnuplot"):
        pytest.skip("no gnuplot here")
    write_run("a.log", *CHANNELS)
    done = bareprobe("plot", "channels", "a.log", "-o", f"a.{ending}")
    assert done.returncode == 0 and done.stderr == ""
    assert (tmp_path / f"a.{ending}").read_bytes().startswith(begin)


def test_what_is_not_drawn(bareprobe, write_run):
    other = [record.replace("apps/one", "apps/two") for record in CHANNELS]
    write_run("a.log", *CHANNELS, *other)
    done = bareprobe("plot", "channels", "a.log")
    assert done.returncode == 2 and "select it with --bench" in done.stderr
    assert bareprobe("plot", "channels", "a.log", "-b", "two", "-o", "b.gp").returncode == 0
    write_run("b.log", result_record())
    done = bareprobe("plot", "channels", "b.log")
    assert done.returncode == 2 and "no stamps are selected" in done.stderr


def test_the_page_has_a_table(bareprobe, write_run, tmp_path):
    write_run("a.log", *CHANNELS)
    assert bareprobe("html", "a.log", "-o", "a.html").returncode == 0
    page = (tmp_path / "a.html").read_text()
    assert "Times between stamps" in page and "exception 3 (breakpoint)" in page


# ---- names of watched variables -----------------------------------------------------------------

@pytest.mark.parametrize("watch, said", [
    ("watch:misplacd", "did you mean misplaced?"),
    ("watch:frames", "several variables have that name"),
    ("watch:nowhere.c:misplaced", "no variable of that name in "),
    ("watch:kernel_main", "no variable of that name in "),  # code is not written to
])
def test_a_name_that_is_none(bareprobe, watch, said):
    done = bareprobe("run", "-b", "stamped/phases", "experiment=channels", f"hook={watch}",
                     "--no-log", "--no-store")
    assert done.returncode == 2 and said in done.stderr


def test_a_watched_name(bareprobe):
    """stamped/phases sets random to 1, and the compiler keeps it in a register while numbers are
    drawn: it is written once before the first round, and once in each round after `begun`."""
    done = bareprobe("run", "-b", "stamped/phases", "-r", "1", "-e", "time_stamp",
                     "experiment=channels", "hook=watch:phases.c:random", "--no-log", "--report",
                     "none", "--db", "runs.db")
    assert done.returncode == 0, done.stderr
    found = rows(table(bareprobe, "last", "--db", "runs.db"))
    assert {pair: cells[0] for pair, cells in found.items() if "write to random" in pair} == {
        ("write to random", "begun"): "1", ("begun", "write to random"): "4",
        ("write to random", "drawn"): "4"}
