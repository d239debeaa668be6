# SPDX-License-Identifier: MIT
"""The tables of docs/simulator.md that compare with the thesis have the counts of the simulator."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVENTS = {
    "instructions": "instructions_executed", "in the v-pipe": "instructions_executed_in_v_pipe",
    "branches": "branches", "BTB hits": "btb_hits", "clocks": "count_clocks",
    "data reads, writes": "data_read data_write", "data read": "data_read",
    "data read miss": "data_read_miss", "data write": "data_write",
    "data write miss": "data_write_miss",
    "memory accesses in both pipes": "memory_accesses_in_both_pipes",
    "taken or BTB hit": "taken_branch_or_btb_hit", "pipeline flushes": "pipeline_flushes",
    "lines written back": "data_cache_lines_written_back",
    "misaligned": "misaligned_data_memory_or_IO_references",
}
# Column: (benchmark or None for the one named above the table, region, subtracted region, state).
COLUMNS = {
    "virtual, the loop": ("thesis/hello", "2", None, "warm"),
    "virtual, region 1": ("thesis/hello", "1", None, "warm"),
    "virtual, region 0 less loop": ("thesis/hello", "0", "2", "warm"),
    "virtual, warm": (None, "0", None, "warm"), "virtual, cold": (None, "0", None, "cold"),
}


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def stated():
    """Returns (row, column, benchmark, numbers) of each of our figures."""
    bench, header = None, None
    for line in (ROOT / "docs/simulator.md").read_text().splitlines():
        named = re.match(r"\*\*Table.*`(thesis/\w+)`", line)
        bench = named[1] if named else bench
        if not line.startswith("|"):
            header = None
        elif header is None:
            header = cells(line)
        elif header[0] == "event" and not line.startswith("| ---"):
            row = cells(line)
            for column, cell in zip(header, row):
                if column in COLUMNS:
                    numbers = [int(number.replace(",", "")) for number in re.split(", ", cell)]
                    yield row[0], column, COLUMNS[column][0] or bench, numbers


STATED = list(stated())


@pytest.fixture(name="measured", scope="module")
def fixture_measured(vpentium, records):
    """The run whose figures the page shows, with fewer repetitions."""
    events = ",".join(sorted({event for names in EVENTS.values() for event in names.split()}))
    run = vpentium(f"command=thesis/[hp]* state=both events={events} repetitions=3 "
                   "exit=qemu")
    return {(r["bench"], r["region"], r["state"], r["event"]): (float(r["mean"]), float(r["sd"]))
            for r in records(run.stdout) if r["ev"] == "result"}


@pytest.mark.parametrize("row, column, bench, numbers", STATED)
def test_figure(measured, row, column, bench, numbers):
    """Figures are exact in each repetition. Those with printf, whose counts change with its code
    and its address, are within 5 % or 5."""
    _, region, less, state = COLUMNS[column]
    holds_printf = bench == "thesis/hello" and region != "2"
    for event, number in zip(EVENTS[row].split(), numbers, strict=True):
        got, deviation = measured[bench, region, state, event]
        got -= measured[bench, less, state, event][0] if less else 0
        slack = max(5, 0.05 * number) if holds_printf else 0
        assert abs(got - number) <= slack, f"{row}: {got:,.0f}"
        assert holds_printf or deviation == 0


def test_every_table_is_there():
    assert len(STATED) == 6 + 2 * 10 + 2 * 6 + 2 * 7
