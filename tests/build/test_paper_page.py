# SPDX-License-Identifier: MIT
"""tools/paper_page.py: each part of the page is written, from short runs."""
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import paper_page  # pylint: disable=wrong-import-position
TOOL = ROOT / "tools/paper_page.py"


def page(tmp_path, *words):
    done = subprocess.run([TOOL, tmp_path / "page.html", "--programs", "apps/sort:variant=radix",
                           *words], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return (tmp_path / "page.html").read_text()


def test_figure_2_has_the_plan_and_the_kernels_order(tmp_path):
    """tests/virtual/test_interrupted.py compares the order in its drawn_rounds() with the kernel's
    slices. With seed 1 and equal weights, Press's generator gives 1015568748, and 2 of it / 2^32 is
    0: the first round exchanges groups 0 and 1."""
    text = page(tmp_path, "--parts", "figure2")
    assert "8 events in 4 groups, 2 counters" in text and "a model's numbers" in text
    assert paper_page.group_order(1, (1, 1), 1) == [[1, 0]]
    order = [int(n) - 1 for n in re.findall(r'font-size="14">(\d)', text)]
    assert order == sum(paper_page.group_order(1, (2, 1, 1, 1), 4), [])


def test_estimates_below_0_are_rows_too():
    """`show --multiplex` marks such an estimate by `!`; the row was not found."""
    block = ("apps/fft   warm\n"
             "data_read_miss   1,204,118  +-0.9 %  1,199,870  0.4 %   0.01*\n"
             "code_cache_miss      -13!                  12  208.3 %   0.07\n"
             "bank_conflicts       -20!                   3            N/A\n")
    assert paper_page.multiplex_tables.distances(block) == {
        "data_read_miss": "0.01*", "code_cache_miss": "0.07!", "bank_conflicts": "N/A"}


def test_an_unknown_part_is_refused():
    done = subprocess.run([TOOL, "page.html", "--parts", "figure9"], check=False,
                          capture_output=True, text=True)
    assert done.returncode == 2 and "invalid choice: 'figure9'" in done.stderr


@pytest.mark.full
@pytest.mark.parametrize("part, there", [
    ("table2", r"<td>data_read</td><td>\d"), ("figure5", r"<svg.*data_read_miss"),
    ("figure6", r"<svg.*<th>clocks per slice</th>"), ("figure7", r"<svg.*CPI"),
    ("table3", r"<th>apps/sort:variant=radix: V pipe off</th>.*<td>issue</td><td>0\.00</td>"),
    ("table4", r"<td>200,000</td><td>\d+\.\d</td>")])
def test_each_part(tmp_path, part, there):
    text = page(tmp_path, "--parts", part, "--samples", "40")
    assert re.search(there, text, re.S)
