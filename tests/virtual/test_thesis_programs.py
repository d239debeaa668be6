# SPDX-License-Identifier: MIT
"""The tables of bench/thesis/README.md: the thesis's figures are as printed in it, and ours are
those of the virtual Pentium."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHARACTERS = 105196

# Row: (event, tolerance of our value, value printed in the thesis, last column of the row first).
# Counts that depend only on the benchmark's code are exact. Those with printf (wc's whole run has
# one call) change with the C library; misses change with the layout of the image. Tables 5.6 and
# 5.8 are totals, 5.7 is means per iteration.
TABLES = {
    "5.6": ("thesis/wc", "whole", {
        "data read": ("data_read", 0.01, 448702.5, 441127),
        "data read miss": ("data_read_miss", 0.1, 1726.8, 138),
        "data write": ("data_write", 0.01, 234355.5, 230755),
        "data write miss": ("data_write_miss", 0.1, 28, 10),
        "lines written back": ("data_cache_lines_written_back", 0.1, 200.7, 0),
        "instructions": ("instructions_executed", 0.01, 2266817.5, 2248201),
    }),
    "5.7": ("thesis/wc", "inner loop", {
        "branches": ("branches", 0, 5.5),
        "BTB hits": ("btb_hits", 0.1, 3),
        "instructions": ("instructions_executed", 0, 24),
        "in the v-pipe": ("instructions_executed_in_v_pipe", 0, 14),
    }),
    "5.8": ("thesis/lzw", "compress", {
        "data read": ("data_read", 0, 12080864478),
        "data read miss": ("data_read_miss", 0.1, 1401807536),
        "data write": ("data_write", 0, 6697887424),
        "data write miss": ("data_write_miss", 0.1, 964277224),
        "lines written back": ("data_cache_lines_written_back", 0.1, 106338997),
        "data TLB miss": ("data_tlb_miss", 0, 369024858),
        "memory accesses in both pipes": ("memory_accesses_in_both_pipes", 0, 3676637852),
        "bank conflicts": ("bank_conflicts", 0.1, 518178042),
        "misaligned": ("misaligned_data_memory_or_IO_references", 0, 4651),
        "stalled waiting for data read": ("clocks_stalled_waiting_data_read", 0.1, 33765207119),
        "stalled by AGI": ("pipeline_stalled_address_generation_interlock", 0, 1413460755),
        "stalled by full write buffers": ("clocks_stalled_full_write_buffers", 0.1, 757887506),
        "stalled by a write to an E or M line": ("clocks_stalled_write_to_M_or_E_line", 0, 0),
        "code read": ("code_read", 0.1, 13258708528),
        "code TLB miss": ("code_tlb_miss", 0, 29554),
        "code cache miss": ("code_cache_miss", 0.1, 326766),
        "branches": ("branches", 0, 6448792619),
        "BTB hits": ("btb_hits", 0.1, 4109481354),
        "pipeline flushes": ("pipeline_flushes", 0.1, 1329905915),
        "in the v-pipe": ("instructions_executed_in_v_pipe", 0, 17247147592),
        "clocks": ("count_clocks", 0.1, 90949512186),
    }),
}
THESIS_INSTRUCTIONS = 46304777427  # of Table 5.8


def stated():
    """Returns (table, row, its figures as printed, with ours last: in 5.8 two)."""
    table = None
    for line in (ROOT / "bench/thesis/README.md").read_text().splitlines():
        named = re.match(r"\*\*Table (5\.\d)\*\*", line)
        table = named[1] if named else table
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if table and line.startswith("| ") and row[0] not in ("event", "---"):
            yield table, row[0], row[1:-1]


STATED = list(stated())
OURS = {"5.6": 1, "5.7": 1, "5.8": 2}  # columns: default; pages of 4 KB in ring 3


def rounds_to(value, text):
    return f"{value:,.{len(text.partition('.')[2])}f}" == text


@pytest.fixture(name="measured", scope="module")
def fixture_measured(vpentium, records):
    """Returns means by benchmark, region and event."""
    events = ",".join(sorted({row[0] for _, _, rows in TABLES.values() for row in rows.values()}))

    def means(settings):
        run = vpentium(f"{settings} events={events} repetitions=2 exit=qemu")
        assert run.returncode == 0, run.stdout[-2000:]
        return {(r["bench"], r["region_name"], r["event"]): float(r["mean"])
                for r in records(run.stdout) if r["ev"] == "result"}
    return means("command=thesis/wc,thesis/lzw"), means(
        "command=thesis/lzw paging=4k privilege=user")


@pytest.mark.parametrize("table, row, figures", STATED)
def test_thesis_figures(table, row, figures):
    scale = {"5.6": 1000 / CHARACTERS, "5.7": 1, "5.8": 1000 / THESIS_INSTRUCTIONS}[table]
    printed = reversed(TABLES[table][2][row][2:])
    for count, figure in zip(printed, figures[:-OURS[table]], strict=True):
        assert rounds_to(count * scale, figure), f"{count * scale:,.3f}"


@pytest.mark.parametrize("table, row, figures", STATED)
def test_our_figures(measured, table, row, figures):
    bench, region, rows = TABLES[table]
    event, slack = rows[row][:2]
    for means, figure in zip(measured, figures[-OURS[table]:]):
        scale = {"5.6": 1000 / CHARACTERS, "5.7": 1 / CHARACTERS,
                 "5.8": 1000 / measured[0]["thesis/lzw", "compress", "instructions_executed"]}
        got = means[bench, region, event] * scale[table]
        close = abs(got - float(figure.replace(",", ""))) <= slack * (got + 0.5)
        assert close or rounds_to(got, figure), f"{got:,.3f}"


def test_every_row_is_there():
    """Every row also means that the benchmarks' checks passed: lines, words, characters, the text
    unpacked."""
    assert {(table, row) for table, row, _ in STATED} == {
        (table, row) for table, (_, _, rows) in TABLES.items() for row in rows}
