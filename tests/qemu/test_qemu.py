# SPDX-License-Identifier: MIT
"""Boots the image in QEMU without GRUB (tests/boot boots from media). QEMU drops writes to CESR and
its counters stand still, so a run must report each event as unsupported, print no number for it,
and time with the TSC, which QEMU has."""
import pathlib
import subprocess

import pytest

from tiers import fast_cases, full

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = "command=thesis/* repetitions=3 report=records exit=qemu"
BENCHMARKS = sorted(f"thesis/{source.stem}" for source in (ROOT / "bench/thesis").iterdir()
                    if source.suffix in (".c", ".asm"))
EVENTS = 74  # QEMU's `pentium` is a P55C: 38 of the P5, the clock, and 35 more
NUMBERS = {"mean", "sd", "ci", "min", "med", "max", "mode", "raw", "overhead", "per_entry"}


@pytest.fixture(scope="module")
def wire(qemu, records):
    """The records of one boot."""
    run = qemu(SETTINGS)
    assert run.returncode == 0, run.stderr + run.stdout[-2000:]
    assert run.stdout.startswith("BP seq=0 ev=start ")
    return records(run.stdout)


def of_kind(wire, kind):
    return [record for record in wire if record["ev"] == kind]


def test_begins_with_start_and_ends_with_done(wire):
    assert wire[0]["ev"] == "start"
    assert wire[0]["platform"] == "emulator"
    assert wire[-1]["ev"] == "done"
    assert wire[-1]["status"] == "ok"
    assert wire[-1]["errors"] == "0"


def test_every_benchmark_is_run(wire):
    assert len(BENCHMARKS) >= 3
    assert wire[0]["benches"] == str(len([path for path in (ROOT / "bench").glob("*/*") if
                                          path.is_dir() or path.suffix in (".c", ".asm", ".s")]))
    assert [record["bench"] for record in of_kind(wire, "bench")] == BENCHMARKS


def test_processor_is_named(wire):
    [cpu] = of_kind(wire, "cpu")
    assert cpu["vendor"] == "GenuineIntel"
    assert int(cpu["signature"], 16) >> 8 & 15 == 5
    assert float(cpu["mhz"]) > 1


def test_selftest_finds_that_nothing_counts(wire):
    selftests = {record["name"]: record["status"] for record in of_kind(wire, "selftest")}
    assert selftests.keys() == {"cesr", "ctr0", "ctr1", "rdpmc", "time_stamp"}
    assert {selftests[name] for name in selftests.keys() - {"time_stamp"}} <= {"stuck",
                                                                               "unsupported"}


def test_rdpmc_that_failed_its_selftest_is_not_used(qemu, records):
    """QEMU reports a P55C but treats RDPMC as an undefined opcode; the self-test survives that."""
    run = qemu("command=thesis/hello probes=rdpmc exit=qemu")
    (error,) = of_kind(records(run.stdout), "error")
    assert run.returncode == 1
    assert error["what"] == "probes: 'rdpmc' failed its self-test; allowed: rdmsr"


def counted(wire):
    """Results of events that need a counter."""
    return [record for record in of_kind(wire, "result") if record["event"] != "time_stamp"]


def test_every_event_of_every_region_is_unsupported(wire):
    results = counted(wire)
    assert {record["status"] for record in results} == {"unsupported"}
    with_regions = {record["bench"] for record in results}
    assert with_regions >= {"thesis/hello", "thesis/program1", "thesis/program2"}
    for bench in with_regions:
        regions = {record["region"] for record in results if record["bench"] == bench}
        events = {record["event"] for record in results if record["bench"] == bench}
        assert len(events) == EVENTS
        assert len([r for r in results if r["bench"] == bench]) == EVENTS * len(regions)


def test_no_number_is_given_for_what_does_not_count(wire):
    for record in counted(wire):
        assert not NUMBERS & record.keys(), record
    assert {record["event"] for record in of_kind(wire, "calibration")} == {"time_stamp"}


def test_regions_are_entered_all_the_same(wire):
    for record in of_kind(wire, "result"):
        assert int(record["entries"]) >= 1
        assert record["entries"] == record["exits"]


def test_time_stamp_counter_times_every_region(wire):
    timed = [r for r in of_kind(wire, "result") if r["event"] == "time_stamp"]
    assert {(r["bench"], r["region"]) for r in timed} == {
        (r["bench"], r["region"]) for r in counted(wire)}
    for record in timed:
        assert record["status"] == "ok" and float(record["raw"]) > 0
    assert wire[-1]["results"] == str(len(timed))


def test_time_stamp_counter_times_every_benchmark(wire):
    times = {record["bench"]: record for record in of_kind(wire, "time")}
    assert sorted(times) == BENCHMARKS
    for record in times.values():
        assert 0 < float(record["min"]) <= float(record["med"]) <= float(record["max"])
        assert float(record["min"]) <= float(record["mean"]) <= float(record["max"])
        assert float(record["sd"]) >= 0 and float(record["ci"]) >= 0
    # Region 2 of hello runs three million instructions, program2 fewer than thirty.
    assert float(times["thesis/hello"]["min"]) > 10 * float(times["thesis/program2"]["min"])


@pytest.mark.parametrize("memory", fast_cases(1, [4, 8, 64]))
def test_memory_sizes(qemu, records, memory):
    run = qemu(SETTINGS, "-m", str(memory))
    assert run.returncode == 0, run.stderr + run.stdout[-2000:]
    assert records(run.stdout)[-1]["status"] == "ok"


@pytest.mark.parametrize("settings, names", fast_cases(2, [
    ("events=data_raed_miss", ["data_raed_miss", "data_read_miss"]),
    ("repetition=3", ["repetition", "repetitions"]),
    ("repetitions=none", ["repetitions", "none"]),
    ("report=xml", ["report", "xml", "records", "text"]),
]))
def test_wrong_setting_is_named_and_ends_the_run(qemu, records, settings, names):
    run = qemu(f"{settings} exit=qemu")
    assert run.returncode == 1
    wire = records(run.stdout)
    [error] = of_kind(wire, "error")
    for name in names:
        assert name in error["what"]
    assert not of_kind(wire, "bench")
    assert wire[-1]["ev"] == "done" and wire[-1]["status"] == "failed"


def test_a_486_is_named_and_not_measured(qemu, records):
    run = qemu(SETTINGS, "-cpu", "486")
    assert run.returncode == 1
    wire = records(run.stdout)
    [error] = of_kind(wire, "error")
    assert "486" in error["what"] and "time-stamp counter" in error["what"]
    assert not of_kind(wire, "result") and not of_kind(wire, "time")
    assert wire[-1]["ev"] == "done" and wire[-1]["status"] == "failed"


# The second setting of QEMU's clock puts the alarm of the second case on the next day.
NEXT_DAY = ("-rtc", "base=1999-12-31T23:59:58")


@pytest.mark.parametrize("ring, options", fast_cases(1, [
    ("user", NEXT_DAY), ("kernel", ()), ("kernel", NEXT_DAY), ("user", ())]))
def test_watchdog_ends_what_hangs(qemu, records, ring, options):
    run = qemu(f"command=[ft]*/[hp][ar]*[g1] watchdog=1 privilege={ring} repetitions=2 exit=qemu",
               *options, image="bareprobe-test")
    wire = records(run.stdout)
    [fault] = of_kind(wire, "fault")
    assert (fault["bench"], fault["region"], fault["name"]) == ("fault/hang", "11", "watchdog")
    assert fault["code"].startswith("ebfe")
    assert [record["bench"] for record in of_kind(wire, "time")] == ["thesis/program1"]
    assert wire[-1]["ev"] == "done"


@pytest.mark.full
@pytest.mark.parametrize("ring", (full("kernel"), "user"))
def test_every_fault_is_survived(qemu, records, ring):
    """Runs every benchmark that follows a fault; tests/virtual/test_faults.py checks each fault."""
    run = qemu(f"command=[ft]* events=branches,time_stamp watchdog=1 privilege={ring} "
               "repetitions=2 exit=qemu", image="bareprobe-test")
    wire = records(run.stdout)
    faults = [record["bench"] for record in of_kind(wire, "fault")]
    assert len(faults) == len(set(faults)) >= 17
    timed = {record["bench"] for record in of_kind(wire, "time")}
    assert timed >= {"fault/flags", "fault/state", "fault/x87_state", *BENCHMARKS}
    assert wire[-1]["ev"] == "done" and wire[-1]["errors"] == str(len(faults))


@pytest.mark.parametrize("options, status", [
    (["-append", "command=thesis/program* repetitions=2 exit=qemu"], 0),
    (["-append", "repetitions=none exit=qemu"], 1),
    (["-no-such-option"], 1),
])
def test_run_qemu_passes_the_result_on(options, status):
    ended = subprocess.run([ROOT / "iso/run_qemu.sh", ROOT / "build/bareprobe.elf", *options],
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    assert ended.returncode == status, ended.stderr
