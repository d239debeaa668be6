# SPDX-License-Identifier: MIT
"""Whole runs in the virtual Pentium: what a user sees, and what must not change."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

FAULTS = {
    # benchmark: vector, error code, what the record must also say (see tests/bench/fault/)
    "fault/divide": (0, 0, {"edx": "0x1234", "ecx": "0x00"}),
    "fault/breakpoint": (3, 0, {"ebx": "0x11111111"}),
    "fault/opcode": (6, 0, {"eax": "0xc0de"}),
    "fault/double": (8, 0, {"eax": "0xfff8"}),
    "fault/protection": (13, 0xFFF8, {"eax": "0xfff8"}),
}


def test_all_events_of_all_benchmarks_are_counted(measured_all):
    results = [r for r in measured_all if r["ev"] == "result"]
    assert len({r["event"] for r in results}) == 39
    assert {r["status"] for r in results} == {"ok"}
    assert {(r["bench"], r["region"]) for r in results} >= {
        ("thesis/hello", "0"), ("thesis/hello", "1"), ("thesis/hello", "2"),
        ("thesis/program1", "0"), ("thesis/program2", "0")}
    assert measured_all[0]["platform"] == "virtual"
    assert {r["status"] for r in measured_all if r["ev"] == "selftest"} == {"ok"}
    assert measured_all[-1]["ev"] == "done" and measured_all[-1]["status"] == "ok"


@pytest.fixture(scope="module")
def measured_all(vpentium, records):
    run = vpentium("repetitions=2 exit=qemu")
    assert run.returncode == 0
    return records(run.stdout)


def test_occurrences_are_the_same_in_every_repetition(measured_all):
    """Clocks need not be: where writes go to the bus, they depend on its phase, 2 clocks of 3."""
    table = (ROOT / "pmc/events/p5.def").read_text()
    durations = set(re.findall(r"^EVENT\([^,]+, (\w+)[^)]*?\bDURATION\b", table, re.M))
    assert "count_clocks" in durations and "branches" not in durations
    spread = {r["event"] for r in measured_all if r["ev"] == "result" and r["sd"] != "0"}
    assert spread <= durations


def test_benchmarks_are_counted_at_start(measured_all):
    files = [f for f in (ROOT / "bench").glob("*/*") if f.suffix in (".c", ".asm")]
    assert int(measured_all[0]["benches"]) == len(files) >= 3


def test_plan_has_two_events_a_pass(measured_all):
    plan = next(r for r in measured_all if r["ev"] == "plan")
    assert (plan["events"], plan["passes"], plan["passes_lower_bound"]) == ("39", "20", "20")


def test_what_is_sent_is_raw_less_overhead(measured_all):
    for r in measured_all:
        if r["ev"] == "result":
            entries = int(r["entries"])
            assert float(r["raw"]) - entries * float(r["overhead"]) == pytest.approx(float(r["mean"]))
            assert float(r["per_entry"]) == pytest.approx(float(r["mean"]) / entries)


def test_probe_lets_few_instructions_fall_between_its_reads(vpentium, records):
    """On the near counter 5 and the first RDMSR, on the far one 13 and the first RDMSR: pmc/region.h.
    Scheduled first, the event is on counter 0, the near one; scheduled second, on counter 1."""
    for events, counter, instructions in (("instructions_executed,branches", "0", 6),
                                          ("branches,instructions_executed", "1", 14)):
        run = vpentium(f"command=thesis/program2 repetitions=2 events={events} exit=qemu")
        calibration = {r["event"]: r for r in records(run.stdout) if r["ev"] == "calibration"}
        assert calibration["instructions_executed"]["counter"] == counter
        assert float(calibration["instructions_executed"]["overhead"]) == instructions
        assert float(calibration["branches"]["overhead"]) == 0


def test_two_runs_are_the_same_to_the_byte(vpentium):
    settings = "command=thesis/program* repetitions=5 exit=qemu"
    assert vpentium(settings).stdout == vpentium(settings).stdout


def test_runs_in_4_mb(vpentium):
    assert vpentium("command=thesis/program* repetitions=2 exit=qemu", "-m", "4").returncode == 0


@pytest.mark.parametrize("bench", FAULTS)
def test_fault_is_reported_and_ends_the_run(vpentium, records, bench):
    vector, error, more = FAULTS[bench]
    run = vpentium(f"command={bench} events=branches exit=qemu", image="bareprobe-test")
    assert run.returncode == 1
    *_, fault, done = records(run.stdout)
    assert (fault["ev"], fault["bench"], int(fault["vector"])) == ("fault", bench, vector)
    assert int(fault["error"], 16) == error
    assert more.items() <= fault.items()
    assert len(fault["code"]) == 2 * 16 and len(fault["stack"]) == 2 * 64
    assert (done["ev"], done["status"]) == ("done", "failed")


def test_regions_entered_and_left_unequally_are_broken(vpentium, records):
    run = vpentium("command=region/broken events=branches exit=qemu", image="bareprobe-test")
    results = {r["region"]: r for r in records(run.stdout) if r["ev"] == "result"}
    assert {r["status"] for r in results.values()} == {"broken"}
    assert (results["7"]["entries"], results["7"]["exits"]) == ("2", "1")
    assert (results["8"]["entries"], results["8"]["exits"]) == ("0", "1")
    assert not any("mean" in r for r in results.values())


@pytest.mark.parametrize("settings, what", [
    ("events=data_raed_miss", "'data_raed_miss' is not an event; did you mean data_read_miss?"),
    ("repetitions=none", "repetitions: 'none' is not allowed; allowed: a number from 1 to 10000"),
    ("command=nothing/*", "no benchmark matches 'nothing/*'; there are: thesis/hello"),
    ("colour=red", "'colour' is not a setting; allowed: command="),
])
def test_wrong_setting_is_named_and_nothing_runs(vpentium, records, settings, what):
    run = vpentium(settings + " exit=qemu")
    assert run.returncode == 1
    wire = records(run.stdout)
    assert what in next(r for r in wire if r["ev"] == "error")["what"]
    assert not any(r["ev"] in ("bench", "result") for r in wire)
    assert wire[-1]["status"] == "failed"


def test_text_report_is_laid_out_as_the_thesis_has_it(vpentium):
    """Figure 4.5, with the header of 4.2 before it and the closing lines of 4.3 behind."""
    run = vpentium("command=thesis/program1 events=branches,btb_hits report=text exit=qemu")
    lines = run.stdout.splitlines()
    start = lines.index("Results (for 1 regions, 20 repetitions, 95% confidence level):")
    assert lines[start + 1:start + 4] == [
        "    Region 0, entered 1 times and exited 1 times:",
        "        Branches: 100.0 +/- 0.0 (0.000%) [100.0]",
        "        BTB Hits: 100.0 +/- 0.0 (0.000%) [100.0]",
    ]
    assert lines[0].startswith("bareprobe ") and " command: thesis/program1" in lines
    assert re.fullmatch(r"Total elapsed time: \d+\.\d seconds", lines[-3])
    assert re.fullmatch(r"   \(program executed 82 times, with an average execution time of \d+\.\d{3}s\)",
                        lines[-2])
