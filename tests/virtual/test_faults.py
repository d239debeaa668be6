# SPDX-License-Identifier: MIT
"""A benchmark that fails does not affect others. tests/bench/fault/ has one for each kind of
failure."""
import pathlib
import re

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCHMARKS = {f"fault/{source.stem}" for source in (ROOT / "tests/bench/fault").glob("*.asm")}

WATCHDOG = 0x28  # vector of line 8, the real-time clock
# The call that does not fit pushes 4 bytes.
OVERRUN = {"region": "3", "what": "stack overrun: more than 16 KB: 16388 bytes"}

FAULTS = {
    # Benchmark: vector and error code in ring 0 and in ring 3, None if there is no fault, and
    # fields that the record must also have. Instructions reserved to ring 0 (HLT, CLI, LIDT, the
    # control registers, the gates of INT3 and INTO) raise vector 13 in ring 3, with the gate as
    # error code.
    "fault/bound": ((5, 0), (5, 0), {"region": "5", "eax": "0x0a"}),
    "fault/breakpoint": ((3, 0), (13, 0x1A), {"ebx": "0x11111111"}),
    "fault/control_registers": (None, (13, 0), {"region": "1", "code": "0f20c0"}),
    "fault/divide": ((0, 0), (0, 0), {"edx": "0x1234", "ecx": "0x00", "code": "f7f1"}),
    "fault/double": ((8, 0), (13, 0), {}),
    "fault/flags": (None, None, {}),
    "fault/halt": ((WATCHDOG, 0), (13, 0), {"region": "12"}),
    "fault/hang": ((WATCHDOG, 0), (WATCHDOG, 0), {
        "region": "11", "name": "watchdog",
        "what": "did not end within 1 second; watchdog=SECONDS sets the limit",
        "esi": "0x7a46", "code": "ebfe"}),
    "fault/interrupts_off": (None, (13, 0), {"region": "2", "code": "fa"}),
    "fault/late": ((0, 0), (0, 0), {"region": "1", "code": "f7f1"}),
    "fault/lost_stack": ((8, 0), (14, 6), {"region": "10", "cr2": "0xdeacfffc"}),
    "fault/null": ((14, 2), (14, 6), {
        "region": "7", "cr2": "0x08", "ecx": "0x00"}),
    "fault/opcode": ((6, 0), (6, 0), {"eax": "0xc0de", "code": "0fff"}),
    "fault/overflow": ((4, 0), (13, 0x22), {"eax": "0x80000000"}),
    "fault/protection": ((13, 0xFFF8), (13, 0xFFF8), {"eax": "0xfff8"}),
    "fault/single_step": ((1, 0), (1, 0), {"code": "c3"}),
    "fault/stack_overrun": ((8, 0), (14, 6), OVERRUN),
    "fault/state": (None, None, {}),
    "fault/unmapped": ((14, 0), (14, 4), {"region": "6", "cr2": "0xdead0000"}),
    "fault/wild_jump": ((14, 0), (14, 4), {"region": "8", "eip": "0xdead0000"}),
    "fault/writes_kernel": (None, (14, 7), {
        "region": "9", "cr2": "0x100000",
        "what": "write to 0x00100000 in ring 3, which that ring must not access"}),
    "fault/x87_error": ((16, 0), (16, 0), {"region": "4", "code": "9b"}),
    "fault/x87_state": (None, None, {}),
}
OPEN_REGION = "fault/open_region"  # no exception: it returns
RINGS = pytest.mark.parametrize("ring", ("kernel", "user"))


def of_kind(wire, kind, **keys):
    return [r for r in wire if r["ev"] == kind and keys.items() <= r.items()]


def numbers(results):
    return [{k: v for k, v in r.items() if k not in ("seq", "crc")} for r in results]


def expected_of(bench, ring):
    kernel, user, _ = FAULTS[bench]
    return user if ring == "user" else kernel


def test_every_way_to_fail_is_here():
    assert BENCHMARKS == set(FAULTS) | {OPEN_REGION}


@RINGS
@pytest.mark.parametrize("bench", FAULTS)
def test_fault_is_reported(vpentium, records, bench, ring):
    run = vpentium(f"command={bench} privilege={ring} events=branches watchdog=1 exit=qemu",
                   "-mhz", "60", image="bareprobe-test")
    wire = records(run.stdout)
    faults = of_kind(wire, "fault")
    expected = expected_of(bench, ring)
    assert wire[-1]["ev"] == "done"
    if not expected:
        assert not faults and run.returncode == 0
        assert {r["status"] for r in of_kind(wire, "result")} == {"ok"}
        return
    assert run.returncode == 1 and wire[-1]["status"] == "failed"
    (fault,) = faults
    assert (fault["bench"], int(fault["vector"]), int(fault["error"], 16)) == (bench, *expected)
    more = FAULTS[bench][2]
    assert {k: v for k, v in more.items() if k != "code"}.items() <= fault.items()
    assert fault["code"].startswith(more.get("code", ""))
    assert len(fault["code"]) == 2 * 16 and len(fault["stack"]) == 2 * 128


@pytest.mark.parametrize("bench, regions", [
    ("divide", {"whole"}), ("unmapped", {"6"}), ("late", {"0", "1"})])
def test_results_that_are_lost_say_so(vpentium, records, bench, regions):
    """Lost results are reported for each region that was entered, or for the run as a whole if none
    was. Each event is reported once."""
    wire = records(vpentium(f"command=fault/{bench} events=branch exit=qemu",
                            image="bareprobe-test").stdout)
    results = of_kind(wire, "result")
    events = {r["event"] for r in of_kind(wire, "calibration")}
    assert sorted((r["region"], r["event"]) for r in results) == sorted(
        (region, event) for region in regions for event in events)
    assert {r["status"] for r in results} == {"fault"}
    assert not any("mean" in r for r in results)


def test_a_region_left_open_is_a_fault_too(vpentium, records):
    run = vpentium(f"command={OPEN_REGION} events=branches exit=qemu", image="bareprobe-test")
    (fault,) = of_kind(records(run.stdout), "fault")
    assert (fault["name"], fault["region"]) == ("left open at the end", "13")
    assert run.returncode == 1


@pytest.mark.parametrize("ring", fast_cases(1, ("user", "kernel")))
@pytest.mark.parametrize("commands", fast_cases(1, [
    "fault/*,region/nested,region/exits,thesis/program*", "[frt]*"]))
def test_faults_cost_only_their_benchmarks(vpentium, records, ring, commands):
    """Failing and other benchmarks run one after the other. Those that do not fail yield exactly
    the results that they yield alone."""
    settings = (f"privilege={ring} events=branch,data_read,instructions_executed repetitions=3 "
                "watchdog=1 exit=qemu")
    slow = ("-mhz", "60")  # for a watchdog that comes after few clocks
    wire = records(vpentium(f"command={commands} {settings}", *slow,
                            image="bareprobe-test").stdout)
    assert wire[-1]["ev"] == "done"
    faulted = [r["bench"] for r in of_kind(wire, "fault") if r["bench"] in BENCHMARKS]
    assert sorted(faulted) == sorted([bench for bench in FAULTS if expected_of(bench, ring)]
                                     + [OPEN_REGION])
    benches = {r["bench"] for r in of_kind(wire, "bench")}
    assert {b for b in benches if b.startswith("fault/")} == BENCHMARKS
    for bench in ("fault/flags", "fault/state", "fault/x87_state", "region/nested", "region/exits",
                  "thesis/program1", "thesis/program2"):
        alone = records(vpentium(f"command={bench} {settings}", *slow,
                                 image="bareprobe-test").stdout)
        results = of_kind(alone, "result")
        assert {r["status"] for r in results} == {"ok"}
        assert numbers(of_kind(wire, "result", bench=bench)) == numbers(results)


# ---- the watchdog -------------------------------------------------------------------------------

def occurrences(wire):
    """Returns the counts of events that are not durations. Durations may depend on the phase of the
    bus."""
    table = (ROOT / "pmc/p5/p5.def").read_text()
    durations = set(re.findall(r"^EVENT\([^,]+, (\w+)[^)]*?\bDURATION\b", table, re.M))
    return numbers(r for r in of_kind(wire, "result") if r["event"] not in durations)


@pytest.mark.parametrize("ring", fast_cases(1, ("user", "kernel")))
@pytest.mark.parametrize("command", fast_cases(1, ["thesis/program1", "thesis/[hp]*"]))
def test_watchdog_changes_no_count(vpentium, records, ring, command):
    settings = f"command={command} state=both repetitions=3 privilege={ring} exit=qemu"
    on, off = (records(vpentium(f"{settings} watchdog={seconds}").stdout) for seconds in (10, 0))
    assert occurrences(on) == occurrences(off) != []
    assert {r["event"] for r in of_kind(on, "result", event="hardware_interrupts")} != set()
    for result in of_kind(on, "result", event="hardware_interrupts"):
        assert result["mean"] == "0"


def test_watchdog_is_on_unless_turned_off(vpentium, records):
    for setting, seconds in (("", "10"), ("watchdog=0", "0"), ("watchdog=3600", "3600")):
        run = vpentium(f"command=thesis/program1 events=branches {setting} exit=qemu")
        assert of_kind(records(run.stdout), "plan")[0]["watchdog"] == seconds
        assert run.returncode == 0


@pytest.mark.parametrize("start, limit", fast_cases(3, [
    ("16:02:20", 1), ("23:59:58", 3), ("23:59:59", 1), ("23:59:58", 1), ("09:59:59", 1)]))
def test_watchdog_waits_for_its_seconds(vpentium, records, start, limit):
    """It waits at least `watchdog` seconds and less than two more, also across minutes, hours and
    midnight. The last tick belongs to thesis/program1, which follows the hanging benchmark."""
    run = vpentium(f"command=[ft]*/[hp][ar]*[g1] events=branches repetitions=2 watchdog={limit} "
                   "exit=qemu", "-mhz", "60", "-rtc", start, image="bareprobe-test")
    wire = records(run.stdout)
    assert [r["bench"] for r in of_kind(wire, "bench")] == ["fault/hang", "thesis/program1"]
    *_, tick = of_kind(wire, "tick")
    assert limit <= float(tick["seconds"]) < limit + 2
    (result,) = of_kind(wire, "result", bench="thesis/program1")
    assert (result["mean"], result["sd"]) == ("100", "0")


@pytest.mark.parametrize("clock, why", [
    ("none", "no RTC answers at port 70h"),
    ("stuck", "the RTC does not tick"),
])
def test_without_a_clock_the_run_goes_on_unwatched(vpentium, records, tmp_path, clock, why):
    """The warning is printed once for two experiments."""
    for name in ("first", "second"):
        (tmp_path / f"{name}.parms").write_text("(p5mon\n command = thesis/program1;\nend)\n")
    run = vpentium("events=branches exit=qemu", "-rtc", clock, "-initrd",
                   f"{tmp_path}/first.parms,{tmp_path}/second.parms")
    wire = records(run.stdout)
    (said,) = of_kind(wire, "watchdog")
    assert (said["status"], said["what"]) == ("unavailable", why)
    assert [r["watchdog"] for r in of_kind(wire, "plan")] == ["unproved"] * 2
    assert {r["mean"] for r in of_kind(wire, "result")} == {"100"} and run.returncode == 0
    text = vpentium("command=thesis/program1 events=branches report=text exit=qemu", "-rtc", clock)
    assert text.stdout.count(f" watchdog unavailable: {why}") == 1


def test_no_clock_is_missed_where_none_is_asked_for(vpentium, records):
    run = vpentium("command=thesis/program1 events=branches watchdog=0 exit=qemu", "-rtc", "none")
    assert not of_kind(records(run.stdout), "watchdog")


def test_watchdog_is_no_exception_in_the_results_file(vpentium):
    run = vpentium("command=fault/hang events=branches watchdog=1 report=p5mon_file exit=qemu",
                   "-mhz", "60", image="bareprobe-test")
    assert re.search(r"^# fault: watchdog at 0x[0-9a-f]{8} in fault/hang$", run.stdout, re.M)


def test_watchdog_in_the_text_report(vpentium):
    run = vpentium("command=fault/hang events=branches watchdog=1 report=text exit=qemu",
                   "-mhz", "60", image="bareprobe-test")
    lines = run.stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("fault:"))
    assert re.fullmatch(r"fault: watchdog, at 0x[0-9a-f]{8}, in fault/hang", lines[at])
    assert lines[at + 1:at + 3] == [
        "    in region 11", "    did not end within 1 second; watchdog=SECONDS sets the limit"]
