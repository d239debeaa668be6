# SPDX-License-Identifier: MIT
"""Validates the P6's core against loops with published clocks (published_loops.py).
loops_not_met.tsv lists those that are not within 10 %, with a reason."""
import csv
import pathlib
import statistics

import published_loops
import p6_rows
import pytest
from p6_rows import BUILD

STREAM = BUILD / "p6_stream"
TOLERANCE = 0.10
HERE = pathlib.Path(__file__).parent


def played(*settings):
    """{loop: modelled clocks of one unit}."""
    cases = [loop.case(number) for number, loop in enumerate(published_loops.LOOPS)]
    clocks = p6_rows.play(STREAM, cases, settings, optimise="-Ox")
    return {loop.name: clock / loop.units
            for loop, (clock, _) in zip(published_loops.LOOPS, clocks)}


def errors(clocks):
    """{loop: relative deviation from the measured clocks}."""
    return {loop.name: clocks[loop.name] / loop.measured - 1 for loop in published_loops.LOOPS}


@pytest.fixture(name="modelled", scope="module")
def fixture_modelled():
    return played()


def listed():
    with (HERE / "loops_not_met.tsv").open() as rows:
        return {row["loop"]: row for row in csv.DictReader(rows, delimiter="\t")}


def test_the_median_error_is_below_5_percent_without_bias(modelled):
    found = errors(modelled)
    assert len(found) >= 12
    assert statistics.median(map(abs, found.values())) < 0.05
    assert abs(statistics.mean(found.values())) < 0.02


def test_each_loop_is_within_10_percent_or_listed_with_a_reason(modelled):
    missed = {name: f"{modelled[name]:.2f}" for name, error in errors(modelled).items()
              if abs(error) > TOLERANCE}
    known = listed()
    assert missed == {name: row["model"] for name, row in known.items()}
    measured = {loop.name: loop.measured for loop in published_loops.LOOPS}
    assert all(float(row["measured"]) == measured[name] and len(row["why"].split()) > 3
               for name, row in known.items())


@pytest.mark.full
@pytest.mark.parametrize("setting, at_least", [
    ("station_release=0", 0.015), ("ports_at_allocation=0", 0.01), ("flags_wait_alone=0", 0.002)])
def test_each_mechanism_is_needed(modelled, setting, at_least):
    """Without it the mean error of the loops is larger. The rows of the instruction tables do not
    show the difference."""
    def size(clocks):
        return statistics.mean(map(abs, errors(clocks).values()))
    assert size(played(setting)) > size(modelled) + at_least
