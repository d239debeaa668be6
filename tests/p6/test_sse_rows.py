# SPDX-License-Identifier: MIT
"""Validates the P6's core against the rows measured on three Pentium III (tests/data/silicon) that
a Pentium II lacks: within 0.25 clocks or 10 %. sse_rows_not_met.tsv lists the other rows, with a
reason."""
import csv
import pathlib
import re

import p6_rows
import pytest
import sse_forms
from p6_rows import BUILD, ROOT
from tiers import fast_cases

HERE = pathlib.Path(__file__).parent
SILICON = ROOT / "tests" / "data" / "silicon"
STREAM = BUILD / "p6_stream"


@pytest.fixture(name="chip", scope="module",
                params=fast_cases(1, ("p3-katmai-dp", "p3-coppermine", "p3-tanner")))
def fixture_chip(request):
    earlier = {name for name, *_ in p6_rows.table(SILICON / "p2-deschutes_inst.tsv")}
    rows = [row for row in p6_rows.table(SILICON / f"{request.param}_inst.tsv")
            if row[0] not in earlier and sse_forms.form_of(row[0])]
    return request.param, rows, p6_rows.figures(STREAM, rows, sse_forms.form_of)


def listed(chip):
    """{(row, figure): (measured, modelled)} of the rows that are not met."""
    with (HERE / "sse_rows_not_met.tsv").open() as lines:
        rows = [row for row in csv.reader(lines, delimiter="\t") if row[0] == chip]
    assert all(len(row[5].split()) >= 3 for row in rows)
    return {(row[1], row[2]): (float(row[3]), row[4]) for row in rows}


def test_each_row_has_code(chip):
    _, rows, figures = chip
    assert len(rows) > 100
    assert not [figure.row for figure in figures if figure.modelled is None]


def test_the_rest_is_listed_with_a_reason(chip):
    name, _, figures = chip
    missed = {(figure.row, figure.kind): (figure.measured, f"{figure.modelled:.2f}")
              for figure in figures if not figure.met}
    assert missed == listed(name)


def test_the_readme_has_the_number_of_rows(chip):
    name, rows, figures = chip
    text = (ROOT / "sim" / "model" / "p6" / "core" / "README.md").read_text()
    stated = re.search(rf"`{name}_inst.tsv`\) \| (\d+) \| (\d+), (\d+) % \|", text)
    met = len(rows) - len({figure.row for figure in figures if not figure.met})
    assert [int(number) for number in stated.groups()] == [len(rows), met, 100 * met // len(rows)]


@pytest.mark.parametrize("body, value, clocks", (
    # Both halves use port 1. Each waits 3 clocks for its previous result, not for the other half.
    (["addps xmm0, xmm1"], 0, 3),
    # Four independent uops of port 1 in each two instructions.
    (["addps xmm0, xmm7", "addps xmm1, xmm7"], 0, 4),
    # 4 and 3 clocks: the halves of MULPS use port 0, those of ADDPS port 1.
    (["mulps xmm0, xmm1", "addps xmm0, xmm1"], 0, 7),
    # Only the low half: the high half of XMM0 is not waited for.
    (["addss xmm0, xmm1"], 0, 3),
    # The chain goes through both halves: MOVHLPS 1, ADDSS 3, and MOVLHPS 1.
    (["movhlps xmm0, xmm0", "addss xmm0, xmm1", "movlhps xmm0, xmm0"], 0, 5),
    # The divider takes 17 clocks for a half, 8 if the operands are simple, one half at a time.
    (["divps xmm0, xmm1"], 0, 34),
    (["divps xmm0, xmm1"], 3, 16),
    (["divss xmm0, xmm1"], 0, 18),
    (["divss xmm0, xmm1"], 3, 9),
    (["sqrtps xmm0, xmm0"], 0, 56),
))
def test_halves(body, value, clocks):
    [(measured, _)] = p6_rows.play(STREAM, [([], body, value)])
    assert measured == pytest.approx(clocks, abs=0.02)
