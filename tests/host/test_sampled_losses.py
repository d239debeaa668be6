# SPDX-License-Identifier: MIT
"""Logs of sampled runs that end at any line, or have lost any line: the output reports how much of
the sampled data arrived, and nothing crashes or hangs. The expected amounts are counted here from
the remaining records."""
import collections
import itertools
import re

import pytest

from tiers import fast_cases
from logs import (channel_record, channels_record, hit_record, log_text, multiplex_record,
                  sampling_record, series_record, stamps_record, start_records)

BENCH = 'ev=bench bench=apps/one text="a text"'
RUNS = {
    "profile": [sampling_record(samples=10, events="branches"), hit_record(0x101000, 7, 2),
                hit_record(0x101004, 3, 1),
                sampling_record(samples=5, events="data_read", pass_=1),
                hit_record(0x101000, 1, 6, pass_=1), hit_record(0x101004, 4, 0, pass_=1)],
    "rates": [sampling_record("rates", events="data_read,data_write", samples=5, repetitions=2),
              series_record("time_stamp", [9, 8, 9]), series_record("data_read", [1, 2, 3]),
              series_record("data_write", [4]), series_record("data_write", [5, 6], first=1),
              series_record("time_stamp", [9, 8], rep=1), series_record("data_read", [4, 5], rep=1),
              series_record("data_write", [7, 8], rep=1)],
    "multiplex": [sampling_record("multiplex", events=None, samples=4, repetitions=1),
                  series_record("time_stamp", [99, 98], of="estimate"),
                  series_record("data_read", [2, 2], of="estimate"),
                  series_record("branches", [3, 3], of="estimate", pass_=1),
                  series_record("data_read", [1, 3], of="exact"),
                  series_record("branches", [3, 2], of="exact", pass_=1),
                  multiplex_record("data_read", rounds=2),
                  multiplex_record("branches", group=1, rounds=2)],
    "channels": [channels_record(5, repetitions=2), channel_record("c0", 3),
                 channel_record("c1", 2), stamps_record("5:c0,9:c1:7"),
                 stamps_record("20:c0", first=2), stamps_record("5:c0,9:c1:7", rep=1)],
}


def key(record, name):
    found = re.search(rf' {name}=("[^"]*"|\S+)', record)
    return found[1].strip('"') if found else ""


def values(record):
    return len(key(record, "values").split(","))


def of_kind(records, kind):
    return [record for record in records if record.startswith(f"ev={kind} ")]


def rounds_of(records):
    """Returns the number of received values of rounds, their full number, and the number of values
    of events whose multiplex record is missing."""
    turns = {key(record, "event") for record in of_kind(records, "multiplex")}
    series = [record for record in of_kind(records, "series")
              if key(record, "event") != "time_stamp"]
    kinds = 2 if any(key(record, "of") == "exact" for record in of_kind(records, "series")) else 1
    return (sum(values(record) for record in series if key(record, "event") in turns),
            2 * kinds * len(turns),
            sum(values(record) for record in series if key(record, "event") not in turns))


def ticks_of(records):
    """The run has five ticks of two events and the clock."""
    return sum(values(record) for record in of_kind(records, "series")), 15, 0


def samples_of(records):
    return (sum(int(key(record, "n")) for record in of_kind(records, "hit")),
            sum(int(key(record, "samples")) for record in of_kind(records, "sampling")), 0)


def stamps_of(records):
    return sum(values(record) for record in of_kind(records, "stamps")), 5, 0


COUNTED = {"profile": (samples_of, "samples"), "rates": (ticks_of, "ticks' values"),
           "multiplex": (rounds_of, "rounds' values"), "channels": (stamps_of, "stamps")}


def left_over(experiment, records):
    """Returns the records of passes that arrived, and the number of records of other passes. A
    benchmark without its record is accepted when it appears a second time. Multiplexing is one
    pass."""
    passes = [key(record, "pass") for record in of_kind(records, "sampling")]
    believed = passes if BENCH in records else passes[1:]
    rest = [record for record in records
            if re.match("ev=(sampling|hit|series|multiplex|channel|stamps) ", record)]
    kept = [record for record in rest
            if key(record, "pass") in believed or (experiment == "multiplex" and believed)]
    return kept, sum(not record.startswith("ev=sampling ") for record in rest
                     if record not in kept)


def expected(experiment, records):
    """Returns the end of the message; "" if there is nothing to report."""
    kept, refused = left_over(experiment, records)
    count, name = COUNTED[experiment]
    came, of, loose = count(kept) if kept else (0, 0, 0)
    parts = [f"{came} of {of} {name}"] if of else []
    parts += [f"{loose} values of events whose multiplex record is missing"] if loose else []
    parts += [f"{refused} record{'s'[:refused > 1]} of passes whose record is missing"] \
        if refused else []
    return "received: " + ", ".join(parts) if parts else ""


def spoilt(experiment):
    """Yields (file, its text, the undamaged records in it): cut in each line, and with each line
    damaged."""
    records = [*start_records(), BENCH, *RUNS[experiment], "ev=done results=0 errors=0 status=ok"]
    lines = log_text(*records).splitlines(keepends=True)
    for i, line in enumerate(lines):
        if i:
            yield (f"{experiment}-ends-{i}.log", "".join(lines[:i]) + line[:len(line) // 2],
                   records[:i])
        damaged = line.replace("=", "#", 3)
        yield (f"{experiment}-damaged-{i}.log", "".join([*lines[:i], damaged, *lines[i + 1:]]),
               records[:i] + records[i + 1:])


@pytest.mark.parametrize("experiment", RUNS)
def test_what_came_of_how_much(bareprobe, tmp_path, experiment):
    wanted = {}
    for name, text, records in spoilt(experiment):
        (tmp_path / name).write_text(text)
        wanted[name] = expected(experiment, records)
    done = bareprobe("import", *wanted)
    assert done.returncode == 0, done.stderr
    said = collections.defaultdict(str)
    for name, sentence in re.findall(r"^bareprobe import: (\S+\.log): (?!line )(.*)$", done.stderr,
                                     re.M):
        said[name] = sentence
    for name, sentence in wanted.items():
        assert re.search("incomplete: the end record is missing|records lost", said[name]), name
        told = re.search(r"; (received: (?:\d+ of \d+|\d+ values|\d+ records? of).*)$", said[name])
        assert (told[1] if told else "") == sentence, name
    listed = bareprobe("list", "runs")
    assert listed.returncode == 0


@pytest.mark.parametrize("experiment", RUNS)
def test_whole_runs_complain_of_nothing(bareprobe, tmp_path, experiment):
    (tmp_path / "a.log").write_text(log_text(
        *start_records(), BENCH, *RUNS[experiment], "ev=done results=0 errors=0 status=ok"))
    assert bareprobe("import", "a.log").stderr == ""
    assert bareprobe("show", "last").stderr == ""
    assert "arrive" not in bareprobe("show", "last").stdout


VIEWS = {"profile": [["profile"], ["profile", "-f", "gbench"], ["profile", "--by", "instruction"]],
         "rates": [["plot", "timeline", "-o", "a.gp"], ["export", "-f", "series"]],
         "multiplex": [["show", "--multiplex"], ["plot", "timeline", "-o", "a.gp"]],
         "channels": [["show", "--channels"], ["export", "-f", "vcd"],
                      ["plot", "channels", "-o", "a.gp"]]}


@pytest.mark.parametrize("step", fast_cases(1, (3, 1)))
@pytest.mark.parametrize("experiment", RUNS)
def test_every_view_of_what_is_left(bareprobe, tmp_path, experiment, step):
    """Each view is printed, or refused with a message. The amount that `show` reports as missing is
    the total minus the received amount."""
    for name, text, records in itertools.islice(spoilt(experiment), 0, None, step):
        (tmp_path / name).write_text(text)
        for verb, *arguments in [["show"], *VIEWS[experiment], ["html", "-o", "a.html"]]:
            done = bareprobe(verb, *(arguments[:1] if verb == "plot" else []), name,
                             *(arguments[1:] if verb == "plot" else arguments))
            assert done.returncode in (0, 2), (name, verb, arguments, done.stderr)
            assert done.returncode == 0 or done.stderr, (name, verb)
        kept, _ = left_over(experiment, records)
        came, of, _ = COUNTED[experiment][0](kept) if kept else (0, 0, 0)
        missing = re.findall(r"  (\d+) of (?:its|the) \S.* were lost in transmission",
                             bareprobe("show", name).stdout)
        assert sum(map(int, missing)) == of - came, name
