# SPDX-License-Identifier: MIT
"""`bareprobe plot multiplex`: errors of multiplexed events over the slice and the number of groups,
from logs written here. A point is the value that `show --multiplex` prints for its run."""
import re
import shutil

import pytest

from logs import multiplex_record, result_record, run_log, sampling_record, series_record

# The exact counts are 1 and 3 in two rounds. Each list of estimates has the fractions P' and the
# divergence, the sum of P ln(P / P') with P = 1/4, 3/4:
ALIKE = [1, 3]  # 1/4, 3/4: 0
EVEN = [2, 2]   # 1/2, 1/2: 1/4 ln(1/2) + 3/4 ln(3/2) = -0.173287 + 0.304099 = 0.130812
TURNED = [3, 1]  # 3/4, 1/4: 1/4 ln(1/3) + 3/4 ln(3) = ln(3) / 2 = 0.549306
# Half a count replaces 0: P' = 1/7, 6/7: 1/4 ln(7/4) + 3/4 ln(7/8) = 0.139904 - 0.100149
MISSED = [0, 3]
FAR = {"ALIKE": 0, "EVEN": 0.130812, "TURNED": 0.549306, "MISSED": 0.039755}


def turns(slice_=5000, groups=2, order="random", bench="apps/one", unit="clocks", **estimates):
    """Returns a run with these events. An event whose estimate is None never happened."""
    every = 0 if unit == "events" else slice_
    records = [sampling_record("multiplex", events="", samples=4, repetitions=1, clocks=1000,
                               hidden=10, bench=bench, every=every or 10,
                               unit="instructions_executed" if unit == "events" else "clocks")]
    for event, values in estimates.items():
        records += [series_record(event, values or [0, 0], of="estimate", bench=bench),
                    series_record(event, [1, 3] if values else [0, 0], of="exact", bench=bench),
                    multiplex_record(event, groups=groups, slice_=slice_, order=order, rounds=2,
                                     bench=bench, unit=unit)]
    return records


@pytest.fixture(name="drawn")
def fixture_drawn(bareprobe, tmp_path):
    """drawn(runs, *options): the script of these runs, or the error message."""
    def draw(runs, *options):
        names = []
        for number, records in enumerate(runs):
            (tmp_path / f"{number}.log").write_text(run_log(*records))
            names.append(f"{number}.log")
        done = bareprobe("plot", "multiplex", *names, *options, "-o", "a.gp")
        if done.returncode:
            assert done.returncode == 2
            return done.stderr
        return (tmp_path / "a.gp").read_text()
    return draw


def lines(script):
    """Returns {axis: [(place, distance, rounds with half a count), ...] of each line}."""
    found = {}
    for axis, body in re.findall(r"^\$(slice|groups)\d+ << END\n(.*?)^END$", script, re.M | re.S):
        found.setdefault(axis, []).append([tuple(map(float, line.split("\t")))
                                           for line in body.splitlines()])
    return found


def close(*points):
    return [(place, pytest.approx(FAR[shape], abs=1e-6), shape == "MISSED")
            for place, shape in points]


SLICES = [turns(20_000, data_read=ALIKE, data_write=EVEN, branches=None),
          turns(5_000, data_read=TURNED, data_write=MISSED, branches=None),
          turns(10_000, data_read=EVEN, data_write=TURNED, branches=None)]


def test_lines_over_slices(drawn, bareprobe):
    """Lines are by slice length, independent of the names of the runs. Branches have no distance at
    any point."""
    script = drawn(SLICES)
    assert lines(script) == {"slice": [
        close((5_000, "TURNED"), (10_000, "EVEN"), (20_000, "ALIKE")),
        close((5_000, "MISSED"), (10_000, "TURNED"), (20_000, "EVEN"))]}
    assert re.findall(r"title '(\w+)'", script) == ["data_read", "data_write"]
    assert "set logscale x" in script and "'clocks a slice, 2 groups'" in script
    assert "plot 0.20 with lines" in script
    done = bareprobe("plot", "multiplex", "0.log", "1.log", "2.log", "-o", "b.gp")
    assert done.stdout == "b.gp\nnot plotted, because they have no distance (N/A): branches\n"


def test_points_are_what_show_says(drawn, bareprobe):
    found = lines(drawn(SLICES))["slice"]
    for place, log in ((5_000, "1.log"), (10_000, "2.log"), (20_000, "0.log")):
        shown = bareprobe("show", log, "--multiplex").stdout
        for line, event in zip(found, ("data_read", "data_write")):
            told = re.search(rf"^{event} .* ([\d.]+)(\*?)$", shown, re.M)
            point, = [point for point in line if point[0] == place]
            assert (told[1], told[2]) == (f"{point[1]:.2f}", "*" if point[2] else "")


# The first run is on both axes, so each has a line: of 2 groups over slices, of 5,000 over groups.
BOTH = [turns(5_000, 2, data_read=EVEN), turns(50_000, 2, data_read=ALIKE),
        turns(5_000, 10, data_read=TURNED)]


def test_slices_and_groups(drawn):
    over_slices = [close((5_000, "EVEN"), (50_000, "ALIKE"))]
    over_groups = [close((2, "EVEN"), (10, "TURNED"))]
    script = drawn(BOTH)
    assert lines(script) == {"slice": over_slices, "groups": over_groups}
    assert "'groups, slices of 5,000 clocks'" in script
    assert lines(drawn(BOTH, "--axis", "slice")) == {"slice": over_slices}
    assert lines(drawn(BOTH, "--axis", "groups")) == {"groups": over_groups}


def test_what_is_chosen(drawn):
    assert len(lines(drawn(SLICES, "-e", "data_write"))["slice"]) == 1


@pytest.mark.parametrize("runs, options, why", [
    (SLICES, ["--axis", "clocks"], "--axis: 'clocks' is not an axis; allowed: slice, groups"),
    (SLICES, ["--axis", "groups"], "no event has a distance at two numbers of groups"),
    (SLICES[:1], [], "no event has a distance at two slice lengths or numbers of groups"),
    (SLICES, ["-e", "branches"], "no event has a distance at two slice lengths"),
    ([turns(data_read=EVEN), turns(9_000, bench="apps/two", data_read=EVEN)], [],
     "apps/one (warm, random order) and apps/two (warm, random order) are selected"),
    ([turns(data_read=EVEN), turns(9_000, order="fixed", data_read=EVEN)], [],
     "apps/one (warm, fixed order) are selected"),
    ([turns(data_read=EVEN), turns(9_000, unit="events", data_read=EVEN)], [],
     "slices in clocks and slices in instructions_executed have no common axis"),
    ([[result_record()]], [], "no multiplexed event is selected"),
])
def test_nothing_to_draw(drawn, runs, options, why):
    assert why in drawn(runs, *options)


def test_which_runs(bareprobe, tmp_path):
    done = bareprobe("plot", "multiplex")
    assert done.returncode == 2 and "multiplex: expected 1 RUN or more, got 0" in done.stderr
    (tmp_path / "0.log").write_text(run_log(*SLICES[0]))
    (tmp_path / "1.log").write_text(run_log(*SLICES[1], platform="virtual"))
    done = bareprobe("plot", "multiplex", "0.log", "1.log")
    assert done.returncode == 2 and "--any-platform compares them anyway" in done.stderr
    done = bareprobe("plot", "multiplex", "0.log", "1.log", "--any-platform", "-o", "a.gp")
    assert done.returncode == 0


@pytest.mark.parametrize("ending, begin", [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_it_is_drawn(drawn, bareprobe, tmp_path, ending, begin):
    if not shutil.which("gnuplot"):
        pytest.skip("no gnuplot here")
    drawn(BOTH)
    done = bareprobe("plot", "multiplex", "0.log", "1.log", "2.log", "-o", f"a.{ending}")
    assert done.returncode == 0 and done.stderr == ""
    assert (tmp_path / f"a.{ending}").read_bytes().startswith(begin)
