# SPDX-License-Identifier: MIT
"""Samples in a report for a person: tables instead of records. Sending text takes another
time than sending records, so interrupts fall elsewhere in the run."""
import re

import pytest

EXPERIMENTS = {
    "profile": "command=thesis/program1 experiment=profile samples=20",
    "rates": "command=sample/beat experiment=rates samples=10 repetitions=1 events=data_read",
    "multiplex": "command=sample/beat experiment=multiplex samples=6 events=data_read,branches",
    "channels": "command=sample/stamps experiment=channels repetitions=1",
}


def both(vpentium, records, experiment):
    """Returns the lines of the text, and the records."""
    settings = f"{EXPERIMENTS[experiment]} exit=qemu"
    text = vpentium(f"{settings} report=text", image="bareprobe-test").stdout.splitlines()
    return text, records(vpentium(settings, image="bareprobe-test").stdout)


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_no_records_in_text(vpentium, records, experiment):
    text, wire = both(vpentium, records, experiment)
    assert not [line for line in text if line.startswith("BP ")]
    about = next(record for record in wire if record["ev"] == "sampling")
    assert any(f"{about['experiment']}, {about['samples']} samples" in line for line in text)


def test_top_addresses(vpentium, records):
    """At most ten, those with the most samples first; the shares are truncated."""
    text, _ = both(vpentium, records, "profile")
    samples = int(next(re.search(r"profile, (\d+) samples", line)[1] for line in text
                       if ": profile, " in line))
    rows = [re.fullmatch(r" +(\d+\.\d) % +(\d+)  0x[0-9a-f]{8}  \|#+ *\|  "
                         r"thesis/program1\+0x[0-9a-f]+", line) for line in text]
    rows = [(float(row[1]), int(row[2])) for row in rows if row]
    assert 1 <= len(rows) <= 10 and samples >= 20
    assert [n for _, n in rows] == sorted((n for _, n in rows), reverse=True)
    assert 0.5 * samples < sum(n for _, n in rows) <= samples
    assert [share for share, _ in rows] == [1000 * n // samples / 10 for _, n in rows]


def test_rates_are_rows(vpentium, records):
    """A row for each tick: the time of its end, the count, and a bar."""
    text, wire = both(vpentium, records, "rates")
    sent = {record["event"]: [int(value) for value in record["values"].split(",")]
            for record in wire if record["ev"] == "series"}
    rows = [re.fullmatch(r" *(\d+) +(\d+) \|#* *\|", line) for line in text]
    rows = [[int(number) for number in row.groups()] for row in rows if row]
    assert sum(row[1] for row in rows) == pytest.approx(sum(sent["data_read"]), rel=0.01)
    assert rows[-1][0] == pytest.approx(sum(sent["time_stamp"]), rel=0.01)
    assert abs(len(rows) - len(sent["data_read"])) <= 1


def test_stamps_have_differences(vpentium, records):
    text, wire = both(vpentium, records, "channels")
    values = [value.split(":") for record in wire if record["ev"] == "stamps"
              for value in record["values"].split(",")]
    names = {record["channel"]: record.get("name", record["channel"]) for record in wire
             if record["ev"] == "channel"}
    rows = [re.fullmatch(r" +(\d+) +(-?\d+)  (\w+)(?: +\d+)?", line) for line in text]
    rows = [row.groups() for row in rows if row]
    assert [(row[0], row[2]) for row in rows] == [(time, names[channel])
                                                  for time, channel, *_ in values]
    assert [int(row[1]) for row in rows[1:]] == [
        int(later[0]) - int(row[0]) for row, later in zip(rows, rows[1:])]
