# SPDX-License-Identifier: MIT
"""Counts of marked sections of a profile: `bareprobe profile --range`. The expected counts are
derived from the numbers in the logs written here."""
import math
import re

import pytest

from logs import hit_record, sampling_record

# 100 samples in 10 repetitions, one each 1000 events: 10,000 events in each repetition.
HITS = [hit_record(0x1000, 30, 300), hit_record(0x1010, 50, 40), hit_record(0x2000, 20, 60)]
BY_PIN = [sampling_record(samples=100, events="branches", source="pm0", unit="data_read",
                          every=1000, repetitions=10), *HITS]


def wilson(n, of):
    """E. B. Wilson (1927), for 95 %."""
    z2, p = 1.959964 ** 2, n / of
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = math.sqrt(z2 * (p * (1 - p) / of + z2 / (4 * of * of))) / (1 + z2 / of)
    return middle - half, middle + half


def rows(text):
    """Returns [range, event, count, (low, high), share, samples] of each row of the table."""
    return [row.groups() for row in re.finditer(
        r"^(\S*) +(\w+) +([\d,.]+)(?: +\[([\d,.]+), ([\d,.]+)\])? +([\d.]+ %)(?: +(\d+) of \d+)?$",
        text, re.M)]


def number(text):
    return float(text.replace(",", ""))


def test_counts_of_addresses(bareprobe, write_run):
    """Both ends are included: 30 and 50 of 100 samples are 8,000 of 10,000 reads."""
    write_run("a.log", *BY_PIN)
    done = bareprobe("profile", "a.log", "--range", "0x1000-0x1010", "--range", "0x1001-0x100f",
                     "--range", "0x1010-0x2fff")
    found = rows(done.stdout)
    assert [row[:3] for row in found] == [
        ("0x1000-0x1010", "data_read", "8,000.0"), ("", "branches", "34.0"),
        ("0x1001-0x100f", "data_read", "0.0"), ("", "branches", "0.0"),
        ("0x1010-0x2fff", "data_read", "7,000.0"), ("", "branches", "10.0")], done.stdout
    for row, n in zip(found[::2], (80, 0, 70)):
        assert [number(end) for end in row[3:5]] == pytest.approx(
            [10_000 * end for end in wilson(n, 100)], abs=0.11)
        assert row[5] == f"{n}.0 %" and row[6] == str(n)
    assert [row[5] for row in found[1::2]] == ["85.0 %", "0.0 %", "25.0 %"]  # of 400 branches


def test_samples_by_time_give_clocks(bareprobe, write_run):
    """10 repetitions of 90,000 clocks without handlers: 20 % of 9,000 each."""
    write_run("a.log", sampling_record(samples=100, events="", repetitions=10, clocks=100_000,
                                       hidden=10_000), *(hit[:hit.rindex(" gains=")]
                                                         for hit in HITS))
    row, = rows(bareprobe("profile", "a.log", "--range", "0x2000-0x2000").stdout)
    assert row[:3] == ("0x2000-0x2000", "clocks", "1,800.0")


def test_lines_of_a_file(bareprobe, tmp_path):
    """A file is named by the end of its path. All lines together are the whole run: the samples
    times the events between two of them, by the repetitions."""
    store = ("--db", str(tmp_path / "runs.db"))
    bareprobe("profile", "--sim", "apps/sort:variant=radix", "source=event,data_read,1000",
              "samples=60", "--pm0-nmi", *store)
    ranges = ("radix.asm:1-40", "sort/radix.asm:41-999", "sort.c:1-999")
    done = bareprobe("profile", "last", *store, *(word for text in ranges
                                                  for word in ("--range", text)))
    found = rows(done.stdout)
    assert [row[0] for row in found] == list(ranges), done.stdout + done.stderr
    samples = int(re.search(r"(\d+) samples by", done.stdout)[1])
    assert sum(int(row[6]) for row in found) >= samples - 2  # up to two are in the harness
    assert number(found[0][2]) > 1000 and number(found[1][2]) > 1000


@pytest.mark.parametrize("text, message", [
    ("12", "expected lines or addresses"), ("0x12", "expected lines or addresses"),
    ("a.c:", "expected lines or addresses"), (":3", "expected lines or addresses"),
    ("a.c:3-", "expected lines or addresses"), ("a.c:-3", "expected lines or addresses"),
    ("0x10-0x123456789", "expected lines or addresses"), ("a.c:3x", "expected lines or addresses"),
    ("a.c:3-2", "ends before it begins"), ("no.c:3", "no sample is in the file of 'no.c:3'")])
def test_ranges_that_are_none(bareprobe, write_run, text, message):
    write_run("a.log", *BY_PIN)
    done = bareprobe("profile", "a.log", "--range", text)
    assert done.returncode == 2 and message in done.stderr, done.stderr


def test_a_range_is_a_table_alone(bareprobe, write_run):
    write_run("a.log", *BY_PIN)
    for others, message in ((["--skid"], "cannot be combined with --skid"),
                            (["--by", "line"], "cannot be combined with --by"),
                            (["--data"], "--data cannot be combined with --range"),
                            (["-f", "csv"], "cannot be combined with --format csv")):
        done = bareprobe("profile", "a.log", "--range", "0x1-0x2", *others)
        assert done.returncode == 2 and message in done.stderr, done.stderr
