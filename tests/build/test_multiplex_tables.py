# SPDX-License-Identifier: MIT
"""tools/multiplex_tables.py, run with few samples: all rows are printed and agree with `show`."""
import argparse
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import multiplex_tables  # pylint: disable=wrong-import-position
TOOL = ROOT / "tools/multiplex_tables.py"


def told(*words):
    return subprocess.run([TOOL, *words], check=False, capture_output=True, text=True)


def rows(text):
    return [[cell.strip() for cell in line.strip("| ").split("|")]
            for line in text.splitlines() if line.startswith("| ") and "---" not in line]


def test_the_directory_of_the_logs_is_made(monkeypatch, tmp_path):
    monkeypatch.setattr(multiplex_tables, "simulated", lambda *_: "not a log\n")
    log = tmp_path / "new" / "logs" / "one.log"
    with pytest.raises(subprocess.CalledProcessError):  # `bareprobe show` refuses this log
        multiplex_tables.shown("settings", keep=log)
    assert log.read_text() == "not a log\n"


@pytest.mark.full
def test_a_row_for_each_event(monkeypatch, capsys):
    """Checks the two kinds of short rounds. The distances of a single round can have any value."""
    short = {rounds: multiplex_tables.SLICES[rounds]
             for rounds in ("200,000 clocks", "100,000 instructions")}
    monkeypatch.setattr(multiplex_tables, "SLICES", short)
    multiplex_tables.table2(argparse.Namespace(samples=10, programs=["apps/fft"]))
    out = capsys.readouterr().out
    assert [text.rstrip(":") for text in re.findall(r"Rounds of (.*)", out)] == list(short)
    table = rows(out)
    assert table.count(["KL", "apps/fft"]) == 2 and len(table) == 2 * 11
    assert all(re.fullmatch(r"N/A|\d+\.\d\d\*?°?", cell)
               for line in table if line[0] != "KL" for cell in line[1:])


def test_what_only_interruptions_count():
    """apps/fft, warm, has its 4 KB of numbers and its code in the caches, so it has no misses. It
    reads and branches all the time."""
    rare = multiplex_tables.rare_alone("apps/fft")
    assert {"data_tlb_miss", "code_cache_miss"} <= rare
    assert not {"branches", "data_read", "instructions_executed"} & rare


def test_more_interrupts_cost_more():
    done = told("table4", "--samples", "20", "--programs", "thesis/wc")
    assert done.returncode == 0, done.stderr
    *measured, last = rows(done.stdout)[1:]
    cost = [float(line[1]) for line in measured]
    assert last == ["1,000,000", "refused", "refused", "63"]
    assert len(cost) == 6 and cost == sorted(cost) and cost[0] > 0


def test_no_such_table():
    done = told("table3")
    assert done.returncode == 2 and "'table3' is not a table" in done.stderr
