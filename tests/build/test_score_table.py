# SPDX-License-Identifier: MIT
"""docs/score.md has the current rows, and no row has changed its number, name or meaning."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/score_table.py"
PINNED = ROOT / "tests/data/score_rows.txt"
CHIPS = 6


def table():
    """The rows of the page, as lists of cells."""
    text = (ROOT / "docs/score.md").read_text()
    body = text[text.index("<!-- rows"):text.index("<!-- end of rows -->")]
    return [[cell.strip() for cell in line.strip("|\n").split(" | ")]
            for line in body.splitlines() if line.startswith("| ")][2:]


def test_the_page_is_current():
    done = subprocess.run([TOOL, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_rows_are_only_added_at_the_end():
    """Number, name, unit and meaning are permanent: results of years are compared."""
    permanent = ["; ".join([row[0], row[2].strip("`"), row[3], row[4]]) for row in table()]
    pinned = PINNED.read_text().splitlines()
    assert permanent[:len(pinned)] == pinned
    assert [int(row[0]) for row in table()] == list(range(1, len(permanent) + 1))


def test_each_row_has_a_source_and_a_value():
    for row in table():
        values = row[5:5 + CHIPS]
        assert row[5 + CHIPS] and any(value != "-" for value in values), row
