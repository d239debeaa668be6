# SPDX-License-Identifier: MIT
"""`bareprobe breakdown A B --kl`: distances between the stalls of two runs, from logs made here."""
import csv
import io
import math

import pytest

from logs import multiplex_record, run_log, sampling_record, series_record

# Data reads take 1,000 and 3,000 clocks of two rounds of 4,000 instructions: P = 1/4, 3/4. For
# other shares P', the distance is the sum of P ln(P / P').
EVEN = 1 / 4 * math.log(1 / 2) + 3 / 4 * math.log(3 / 2)
TURNED = math.log(3) / 2
# Half a clock replaces 0: P' = 1/6001 and 6000/6001.
MISSED = 1 / 4 * math.log(6001 / 4) + 3 / 4 * math.log(3 / 4 * 6001 / 6000)


def rounds(reads, state="warm", bench="apps/one", unit="instructions_executed", every=2000,
           flushes=(0, 0)):
    """Two rounds in two groups. All 4,000 instructions of a round issue alone in 4,000 clocks."""
    clocks = [4000 + read + 4 * flush for read, flush in zip(reads, flushes)]
    events = {"count_clocks": clocks, "instructions_executed": [4000, 4000],
              "instructions_executed_in_v_pipe": [0, 0], "pipeline_flushes": list(flushes),
              "clocks_stalled_waiting_data_read": list(reads)}
    records = [sampling_record("multiplex", events="", samples=4, repetitions=1, clocks=10000,
                               hidden=10, bench=bench, every=every, unit=unit, state=state,
                               source="pm0")]
    for event, values in events.items():
        records += [series_record(event, values, of="estimate", bench=bench, state=state),
                    multiplex_record(event, groups=2, slice_=every, rounds=2, bench=bench,
                                     unit="events", state=state)]
    return records


@pytest.fixture(name="compared")
def fixture_compared(bareprobe, tmp_path):
    """compared(before, after, *options): the result of --kl for logs of these records."""
    def compare(*runs, options=()):
        names = []
        for number, records in enumerate(runs):
            (tmp_path / f"{number}.log").write_text(run_log(*records))
            names.append(f"{number}.log")
        return bareprobe("breakdown", *names, "--kl", *options)
    return compare


@pytest.mark.parametrize("after, distance, mark", [
    ((1000, 3000), 0, ""), ((2000, 2000), EVEN, ""), ((3000, 1000), TURNED, ""),
    ((0, 3000), MISSED, "*")])
def test_distance_over_rounds(compared, after, distance, mark):
    done = compared(rounds((1000, 3000)), rounds(after), options=("-f", "csv"))
    rows = {row["source"]: row for row in csv.DictReader(io.StringIO(done.stdout))}
    assert float(rows["data reads"]["kl"]) == pytest.approx(distance, abs=1e-6)
    assert int(rows["data reads"]["replaced"]) == bool(mark)
    assert float(rows["issue"]["kl"]) == 0
    text = compared(rounds((1000, 3000)), rounds(after)).stdout
    assert f"{distance:.2f}{mark}\n" in next(line + "\n" for line in text.splitlines()
                                             if line.startswith("data reads"))
    assert "apps/one   warm   2 rounds of 4,000 instructions" in text
    assert ("half a clock" in text) == bool(mark)


def test_an_estimate_below_0_is_marked(bareprobe, compared):
    """In both tables; an estimate of 0 is not. A round has 4,000 clocks and those of the reads."""
    text = compared(rounds((1000, 3000)), rounds((-9000, -3000))).stdout
    assert "-4,000!" in next(line for line in text.splitlines() if line.startswith("clocks"))
    assert "!: no count is below 0" in text
    assert "-4,000!" in bareprobe("show", "1.log", "--multiplex").stdout
    text = compared(rounds((1000, 3000)), rounds((0, 0))).stdout
    assert "!" not in text and "!" not in bareprobe("show", "1.log", "--multiplex").stdout


def test_distance_of_shares(compared):
    """8,000 of 12,000 clocks issue before, and 8,000 of 16,000 after; the rest are data reads."""
    text = compared(rounds((1000, 3000)), rounds((4000, 4000))).stdout
    distance = 2 / 3 * math.log(2 / 3 / (1 / 2)) + 1 / 3 * math.log(1 / 3 / (1 / 2))
    assert f"distance of the shares of these sources: {distance:.3f}\n" in text


def test_a_rare_source_has_no_distance(compared):
    """A part with less than a clock in 10,000 instructions: 0 clocks after."""
    text = compared(rounds((1000, 3000)), rounds((0, 0))).stdout
    assert [line.split()[-1] for line in text.splitlines() if "data reads" in line] == ["N/A"]


def test_states_of_one_run(compared):
    text = compared(rounds((1000, 3000)) + rounds((2000, 2000), state="cold")).stdout
    assert "apps/one   warm and cold   2 rounds of 4,000 instructions" in text
    assert f"{EVEN:.2f}\n" in text


def test_another_processor_is_compared_by_events(bareprobe, tmp_path):
    """A Pentium II has other names for clocks and instructions, and no parts."""
    (tmp_path / "p5.log").write_text(run_log(*rounds((1000, 3000))))
    names = {"count_clocks": "cpu_clk_unhalted", "instructions_executed": "inst_retired"}
    other = [record for record in rounds((2000, 2000))
             if "pipe" not in record and "stalled" not in record]
    for name, its in names.items():
        other = [record.replace(name, its) for record in other]
    (tmp_path / "p2.log").write_text(run_log(*other, signature="0x652", name="Pentium II"))
    text = bareprobe("breakdown", "p5.log", "p2.log", "--kl").stdout
    sources = [line.split()[0] for line in text.splitlines() if line.endswith((".00", ".01"))]
    assert sources == ["clocks", "instructions"]
    assert "distance of the shares" not in text


@pytest.mark.parametrize("before, after, why", [
    (rounds((1, 3)), rounds((1, 3), bench="apps/two"), "no benchmark is multiplexed in both runs"),
    (rounds((1, 3)), rounds((1, 3), unit="clocks"), "the rounds of apps/one are of clocks"),
    (rounds((1, 3)), rounds((1, 3), every=500),
     "rounds of 4000 and of 1000 instructions cannot be compared")])
def test_runs_that_cannot_be_compared(compared, before, after, why):
    done = compared(before, after)
    assert (done.returncode, done.stdout) == (2, "") and why in done.stderr


def test_a_benchmark_that_was_not_run_is_named(compared):
    done = compared(rounds((1, 3)), rounds((1, 3)), options=("-b", "apps/on"))
    assert done.returncode == 2 and done.stderr.count("did you mean apps/one?") == 2


def test_options(bareprobe, compared):
    assert "expected one RUN or two, got 0" in bareprobe("breakdown", "--kl").stderr
    done = compared(rounds((1, 3)), rounds((1, 3)), options=("-f", "json"))
    assert done.returncode == 2 and "--kl: allowed formats: table, csv" in done.stderr
    for option in ("--truth", "--profile", "--machine"):
        done = compared(rounds((1, 3)), rounds((1, 3)), options=(option, "a"))
        assert done.returncode == 2 and f"--kl cannot be combined with {option}" in done.stderr
