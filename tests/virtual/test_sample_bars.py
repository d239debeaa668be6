# SPDX-License-Identifier: MIT
"""Rates, profiles and stamps as text with bars and ticks, on the machine's screen and with
report=text. The records have the numbers."""
import re

RATES = ("command=apps/sort:variant=radix experiment=rates events=data_read,branches "
         "interval=100us repetitions=1 exit=qemu")
PROFILE = "command=apps/sort:variant=radix experiment=profile samples=50 exit=qemu"
CHANNELS = "command=stamped/phases experiment=channels repetitions=1 exit=qemu"


def shown(lines, begin, end):
    """Returns the lines from one with `begin` to the next one with `end`."""
    first = next(i for i, line in enumerate(lines) if begin in line)
    return lines[first:next(i for i in range(first, len(lines)) if end in lines[i])]


def matches(pattern, lines):
    return [found.groups() for found in (re.fullmatch(pattern, line) for line in lines) if found]


def test_rates_have_a_row_and_bars_for_each_tick(vpentium, records):
    run = vpentium(RATES, "-screen")
    ticks = {record["event"]: [int(n) for n in record["values"].split(",")]
             for record in records(run.stdout) if record["ev"] == "series"}
    lines = shown(run.stderr.splitlines(), "counts of each tick:  data_read  branches", "Total")
    rows = matches(r" *(\d+) +(\d+) \|(#*) *\| +(\d+) \|(#*) *\|", lines)
    ends = [sum(ticks["time_stamp"][:i + 1]) for i in range(len(ticks["time_stamp"]))]
    assert [int(row[0]) for row in rows] == ends
    assert [int(row[1]) for row in rows] == ticks["data_read"]
    assert [int(row[3]) for row in rows] == ticks["branches"]
    full = int(re.match(r"  full bar +(\d+)", lines[2])[1])
    assert full >= max(ticks["data_read"]) and str(full).strip("0") in "125"
    assert [len(row[2]) for row in rows] == [(n * 18 * 2 + full) // (2 * full)
                                             for n in ticks["data_read"]]


def test_a_profile_has_bars(vpentium, records):
    """radix.asm precedes the benchmark in the image: it is not named after another one."""
    run = vpentium(PROFILE, "-screen")
    hits = sorted((int(record["n"]) for record in records(run.stdout) if record["ev"] == "hit"),
                  reverse=True)
    lines = shown(run.stderr.splitlines(), "share  samples  address", "Total")
    rows = matches(r" +\d+\.\d % +(\d+)  0x\w{8}  \|(#+) *\|  (.*)", lines)
    assert [int(row[0]) for row in rows] == hits[:10]
    assert [len(row[1]) for row in rows] == [(n * 20 * 2 + hits[0]) // (2 * hits[0])
                                             for n in hits[:10]]
    assert all(re.match("apps/sort[-+]0x|the harness", row[2]) for row in rows), rows


def test_stamps_have_names_and_ticks(vpentium, records):
    """The column of a tick is its time times 62, divided by the clocks of the last one plus 1."""
    wire, text = (vpentium(f"{CHANNELS} report={form}").stdout for form in ("records", "text"))
    stamps = [stamp.split(":") for record in records(wire) if record["ev"] == "stamps"
              for stamp in record["values"].split(",")]
    names = {record["channel"]: record["name"] for record in records(wire)
             if record["ev"] == "channel"}
    lines = shown(text.splitlines(), "repetition 1:  clocks since its begin", "Total elapsed")
    rows = [re.split(r"  +", line.strip())[0].split()[0] for line in lines[1:1 + len(stamps)]]
    assert rows == [stamp[0] for stamp in stamps]
    assert names[stamps[0][1]] in lines[1]
    last = int(stamps[-1][0])
    for line in lines[2 + len(stamps):]:
        key = next(key for key, name in names.items() if line[1:18].strip() == name)
        columns = {int(stamp[0]) * 62 // (last + 1) for stamp in stamps if stamp[1] == key}
        assert {at - 18 for at in range(18, len(line)) if line[at] != " "} == columns, line
