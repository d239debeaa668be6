# SPDX-License-Identifier: MIT
"""`bareprobe show` of a machine whose counters do not count: its events share a line."""
import re

import pytest

from logs import result_record

EVENTS = ["data_read", "data_write", "data_tlb_miss", "data_read_miss"]
CODES = dict(zip(EVENTS, ("0x00", "0x01", "0x02", "0x03")))
CLOCKS = {"event": "time_stamp", "code": "0x101"}


def unsupported(events, region=0, bench="apps/one", status="unsupported"):
    return [f"ev=result bench={bench} region={region} event={event} code={CODES[event]} "
            f"counter=0 ring=kernel state=warm ablate=none entries=1 exits=1 "
            f"status={status}" for event in events]


def shown(bareprobe, write_run, records, *options):
    write_run("a.log", *records)
    done = bareprobe("show", "a.log", *options)
    assert done.returncode == 0, done.stderr
    return [re.sub("  +", "  ", line) for line in done.stdout.splitlines()]


def test_unsupported_events_share_a_line(bareprobe, write_run):
    """The first three are named. The plan has five repetitions, a result without a number none."""
    lines = shown(bareprobe, write_run, [
        *unsupported(EVENTS), result_record(mean=209, **CLOCKS),
        *unsupported(EVENTS[:3], region=1)])
    at = next(i for i, line in enumerate(lines) if line.startswith("apps/one"))
    assert lines[at].startswith("apps/one  5 repetitions, warm, ring 0")
    assert lines[at + 1:] == [
        "region 0  4 events: unsupported: data_read, data_write, data_tlb_miss ...",
        "region 0  time_stamp  209.0 +/- 0.0  clocks  209.0",
        "region 1  3 events: unsupported: data_read, data_write, data_tlb_miss"]


def test_they_need_not_be_adjacent(bareprobe, write_run):
    """The line is where the first of them would be, in each order of rows."""
    records = [*unsupported(EVENTS[:2]), result_record(mean=7), *unsupported(EVENTS[2:])]
    combined = "region 0  4 events: unsupported: data_read, data_write, data_tlb_miss ..."
    count = "region 0  branches  7.0 +/- 0.0  events  7.0"
    for options, rows in (([], [combined, count]), (["--sort", "mean"], [count, combined]),
                          (["--raw"], [combined, count + "  1  7.0  0.0  0"])):
        assert shown(bareprobe, write_run, records, *options)[-2:] == rows


@pytest.mark.parametrize("events, status", ((EVENTS[:2], "unsupported"), (EVENTS, "stuck")))
def test_other_results_have_their_own_rows(bareprobe, write_run, events, status):
    """One or two unsupported events, and other states: a stuck counter is a fault to look at."""
    lines = shown(bareprobe, write_run, unsupported(events, status=status))
    assert [line.split("  ")[:3] for line in lines if line.startswith("region 0")] == [
        ["region 0", event, status] for event in events]


def test_benchmarks_are_not_mixed(bareprobe, write_run):
    records = [*unsupported(EVENTS), *unsupported(EVENTS, bench="apps/two")]
    lines = shown(bareprobe, write_run, records)
    assert [line for line in lines if "unsupported" in line] == [
        "region 0  4 events: unsupported: data_read, data_write, data_tlb_miss ..."] * 2


def test_the_plans_level_is_in_the_heading(bareprobe, write_run):
    plan = ('ev=plan experiment="command line" command=* benches=1 events=1 passes=1 '
            "passes_lower_bound=1 variants=1 repetitions=20 batches=1 level=90")
    lines = shown(bareprobe, write_run, [plan, *unsupported(EVENTS)])
    assert any(line.startswith("apps/one  20 repetitions, 90 %, warm, ring 0") for line in lines)
