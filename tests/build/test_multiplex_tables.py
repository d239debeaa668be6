# SPDX-License-Identifier: MIT
"""tools/multiplex_tables.py, of few samples: its rows are all there, and are what show says."""
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/multiplex_tables.py"


def told(*words):
    return subprocess.run([TOOL, *words], check=False, capture_output=True, text=True)


def rows(text):
    return [[cell.strip() for cell in line.strip("| ").split("|")]
            for line in text.splitlines() if line.startswith("| ") and "---" not in line]


def test_a_column_for_each_program():
    """Four kinds of rounds, ten events each; of so few rounds the distances are anything."""
    done = told("table2", "--samples", "30", "--programs", "thesis/wc", "hosted/words")
    assert done.returncode == 0, done.stderr
    assert [text.rstrip(":") for text in re.findall(r"Rounds of (.*)", done.stdout)] == [
        "2,000,000 clocks", "200,000 clocks", "1,000,000 instructions", "100,000 instructions"]
    table = rows(done.stdout)
    assert table.count(["KL", "thesis/wc", "hosted/words"]) == 4 and len(table) == 4 * 11
    assert all(re.fullmatch(r"N/A|\d+\.\d\d\*?", cell)
               for line in table if line[0] != "KL" for cell in line[1:])


def test_more_interrupts_cost_more():
    done = told("table4", "--samples", "100", "--programs", "thesis/wc")
    assert done.returncode == 0, done.stderr
    cost = [float(line[1]) for line in rows(done.stdout)[1:]]
    assert len(cost) == 5 and cost == sorted(cost) and cost[0] > 0


def test_no_such_table():
    done = told("table3")
    assert done.returncode == 2 and "'table3' is not a table" in done.stderr
