# SPDX-License-Identifier: MIT
"""The p5mon library, its device and its stubs, and the output of benchmarks that use them, in both
rings."""
import functools
import os
import pathlib
import re
import subprocess
import sys

import pytest

from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
sys.path.insert(0, str(ROOT / "tests" / "wire"))
import check_wire  # requires the directory added to the path above

RINGS = pytest.mark.parametrize("ring", ("kernel", "user"))

# First counter 0 counts 3 operations and counter 1 2 accesses; then the mode is set, with preset
# values 1000 and 2000; then 5 and 4 more follow. A counter that is unchanged ends at 8 or 6, one
# that is cleared at 5 or 4, one that is preset at 1005 or 2004 (Table 3.1; numbers in hexadecimal).
# CESR: event 22h in all rings, 22h + C0h, and 0Bh in the same way in its upper half.
MODES = """\
mode 0: 8 6 cb00e2
mode 1: 5 6 cb00e2
mode 2: 8 4 cb00e2
mode 3: 5 4 cb00e2
mode 4: 3ed 4 cb00e2
mode 5: 5 7d4 cb00e2
mode 6: 3ed 6 cb00e2
mode 7: 8 7d4 cb00e2
mode 8: 3ed 7d4 cb00e2
mode 9: 5 4 cb00e2
"""

# Presets of 2^40 - 2 and 2^40 - 1 plus 5 and 4 yield 3 and 3, modulo 2^40; 40 bits are stored.
WRAPPED = """\
mode 8: 3 3 cb00e2
mode 8: 123456789f 8000000004 cb00e2
"""

# Figure B.1 without its prompts; the two counters differ from machine to machine.
FIGURE_B_1 = """\
p5montest: Attempting to open p5mon
p5montest: p5mon device opened with ID 5
p5montest: attempt to write p5mon device
p5montest: write of 0x00800083 to CESR successful
p5montest: attempting to read p5mon device 5 times
p5montest: read successful
p5montest: CESR: 00800083, PMC0: N, PMC1: N
p5montest: read successful
p5montest: CESR: 00800083, PMC0: N, PMC1: N
p5montest: read successful
p5montest: CESR: 00800083, PMC0: N, PMC1: N
p5montest: read successful
p5montest: CESR: 00800083, PMC0: N, PMC1: N
p5montest: read successful
p5montest: CESR: 00800083, PMC0: N, PMC1: N
p5montest: attempting to close p5mon device
p5montest: device closed normally
"""


@pytest.fixture(name="printed", scope="module")
def fixture_printed(vpentium, records):
    """printed(bench, ring): the output of a run that ended without an error, made once."""
    @functools.cache
    def run(bench, ring, image="bareprobe", more=""):
        done = vpentium(f"command={bench} privilege={ring} events=time_stamp repetitions=3 "
                        f"exit=qemu {more}", image=image)
        assert done.returncode == 0, done.stdout[-2000:]
        return check_wire.output(records(done.stdout), bench=bench)
    return run


@RINGS
def test_every_mode_does_what_table_3_1_says(printed, ring):
    text = printed("libp5mon/modes", ring, "bareprobe-test")
    assert MODES + WRAPPED in text


@RINGS
def test_p55c_has_the_same_counters(vpentium, records, ring):
    """The probes of the P55C use RDPMC; library and stubs need no change."""
    wire = records(vpentium(f"command=libp5mon/[mf][oi]* privilege={ring} repetitions=3 exit=qemu "
                            "events=branches,instructions_executed", "-cpu", "p55c",
                            image="bareprobe-test").stdout)
    assert MODES + WRAPPED in check_wire.output(wire, bench="libp5mon/modes")
    assert [(r["bench"], r["mean"]) for r in results(wire)] == [
        ("libp5mon/figure_5_10", "100"), ("libp5mon/figure_5_10", "306"),
        ("libp5mon/figure_5_11", "3"), ("libp5mon/figure_5_11", "19")]


@RINGS
def test_library_and_device_refuse_what_means_nothing(printed, ring):
    """-9: the device is not open; -22: the event or the configuration does not exist, or the result
    has no space. The system calls return -1: a missing file, 4 bytes, not the device's number; 15
    bytes are accepted."""
    lines = printed("libp5mon/modes", ring, "bareprobe-test").splitlines()
    assert lines[:6] == ["closed: -9 -9 -9 -9", "open: -1 5", "write: -1 -1 15", "read: -1 -1",
                         "wrong: -22 -22 -22", "close: 0 -1"]


@RINGS
def test_gate_writes_the_counters_registers_alone(printed, ring):
    assert printed("libp5mon/modes", ring, "bareprobe-test").endswith("gate: 1\n")


@RINGS
def test_p5montest_prints_figure_b_1(printed, ring):
    text = printed("thesis/p5montest", ring)
    stands_still = "the counters stand still: they count in ring 3 alone (privilege=user)\n"
    assert re.sub(r"(PMC\d): \d+", r"\1: N", text) == \
        FIGURE_B_1 + (stands_still if ring == "kernel" else "")
    reads = [int(n) for n in re.findall(r"PMC1: (\d+)", text)]
    if ring == "kernel":  # both counters count at user level
        assert reads == [0] * 5
    else:  # 2,000 between two samples, and those of two printf
        assert all(2000 < after - before < 4000 for before, after in zip(reads, reads[1:]))


@pytest.mark.parametrize("bench", ("thesis/figure_3_4", "thesis/figure_3_6"))
def test_programs_of_the_figures(printed, bench):
    """In ring 3 some instructions of the library run between setting and reading the counters;
    warm, no read misses. In ring 0 nothing counts at user level, and 0 / 0 is not a number."""
    text = printed(bench, "user")
    reads = re.fullmatch(r"Counter 0 value: 0\.000000\nCounter 1 value: (\d+)\.000000\n"
                         r"Ratio: 0\.000000\n", text)
    assert reads and 0 < int(reads[1]) < 100
    assert printed(bench, "kernel") == ("Counter 0 value: 0.000000\nCounter 1 value: 0.000000\n"
                                        "Ratio: -nan\n")


@pytest.mark.parametrize("bench, says", [
    ("thesis/figure_3_4", "opening unsuccessful "),
    ("thesis/figure_3_6", "Unable to initialize p5mon device\n"),
])
def test_device_is_missing_where_nothing_counts(qemu, records, bench, says):
    """QEMU has the registers but counts nothing."""
    run = qemu(f"command={bench} events=time_stamp repetitions=2 exit=qemu")
    assert check_wire.output(records(run.stdout), bench=bench) == says


LONG = "events=branches,data_read,flops state=both repetitions=3 exit=qemu command=libp5mon/"


@RINGS
def test_output_of_any_length_comes_once_for_each_variant(vpentium, records, ring):
    """40 lines have 29 characters each, 1160 in all. The stream holds 1023 characters; a run that
    is not counted has a larger one."""
    run = vpentium(f"{LONG}long_output privilege={ring}", image="bareprobe-test")
    wire = records(run.stdout)
    assert run.returncode == 0 and not any("lost" in r for r in wire if r["ev"] == "output")
    for state in ("warm", "cold"):
        assert check_wire.output(wire, state=state) == "".join(
            f"line {i:2}: abcdefghijklmnopqrs\n" for i in range(40))


def test_output_that_a_small_stream_loses_is_reported(vpentium, records):
    """The benchmark sets a stream of 100 bytes, for three lines; the last of ten is alone."""
    wire = records(vpentium(LONG + "small_stream", image="bareprobe-test").stdout)
    for state in ("warm", "cold"):
        lines = [r for r in wire if r["ev"] == "output" and r["state"] == state]
        assert [(r["text"], r.get("lost")) for r in lines] == [
            ("line  9: abcdefghijklmnopqrs", "1")]


def results(wire, **keys):
    return [r for r in wire if r["ev"] == "result" and keys.items() <= r.items()]


@RINGS
def test_counters_taken_by_a_benchmark_give_no_number(vpentium, records, ring):
    run = vpentium(f"command=libp5mon/takes_counters privilege={ring} repetitions=3 exit=qemu "
                   "events=branches,time_stamp", image="bareprobe-test")
    wire = records(run.stdout)
    (branches,), (time,) = results(wire, event="branches"), results(wire, event="time_stamp")
    assert branches["status"] == "reprogrammed" and "mean" not in branches
    assert time["status"] == "ok" and float(time["mean"]) > 0


@RINGS
def test_counters_are_the_harness_s_again_in_the_next_benchmark(vpentium, records, ring):
    settings = f"privilege={ring} events=branch,data_read repetitions=3 exit=qemu"
    alone = records(vpentium(f"command=thesis/program1 {settings}", image="bareprobe-test").stdout)
    after = records(vpentium(f"command=libp5mon/modes,libp5mon/takes*,program1 {settings}",
                             image="bareprobe-test").stdout)
    assert {r["bench"] for r in after if r["ev"] == "bench"} >= {"libp5mon/modes",
                                                                 "thesis/program1"}

    def numbers(wire):
        return [{k: v for k, v in r.items() if k != "seq"}
                for r in results(wire, bench="thesis/program1")]
    assert numbers(after) == numbers(alone) != []


@RINGS
def test_stubs_keep_all_registers_and_flags(printed, ring):
    """Runs the 200 stubs and p5mon_asm_init, each with all flags clear and with all set."""
    assert printed("libp5mon/stub_registers", ring, "bareprobe-test") == (
        "402 calls kept registers and flags\n")


@pytest.mark.parametrize("rings", fast_cases(1, (
    "privilege=user", "privilege=kernel", "privilege=user kernel_events=yes")))
def test_empty_pair_of_stubs_is_nothing_in_every_event(vpentium, records, rings):
    """Holds for every event, durations included, in the regions whose CALLs are in one cache
    line."""
    wire = records(vpentium(f"command=libp5mon/stub_empty {rings} repetitions=2 exit=qemu",
                            image="bareprobe-test").stdout)
    empty = [r for r in results(wire) if r["region"] in ("0", "99")]
    assert len(empty) == 2 * 39
    assert {(r["status"], r["mean"], r["of"]) for r in empty} == {("ok", "0", "stub")}


def test_cost_of_a_pair_of_stubs(vpentium, records):
    """Instructions in ring 0 from the first read of a counter, inclusive, to the second. Near:
    RDMSR, 2 MOV, POPA, IRET; CALL, PUSH, JMP, PUSHA, MOV: 10. Far: 3 MOV and RDMSR more before that
    and the same after it: 18. Branches: IRET, CALL, JMP."""
    for events, counter, instructions in (("instructions_executed,branches", "0", 10),
                                          ("branches,instructions_executed", "1", 18)):
        wire = records(vpentium(f"command=libp5mon/stub_empty events={events} repetitions=2 "
                                "exit=qemu", image="bareprobe-test").stdout)
        cost = {r["event"]: r for r in wire if r["ev"] == "calibration" and r["of"] == "stub"}
        assert cost["instructions_executed"]["counter"] == counter
        assert cost["instructions_executed"]["overhead"] == str(instructions)
        assert cost["branches"]["overhead"] == "3"


def test_region_by_stub_and_probe_is_broken(vpentium, records):
    """The overheads of stub and probe differ, so no correction would be right."""
    wire = records(vpentium("command=libp5mon/stub_mixed events=branches repetitions=2 exit=qemu",
                            image="bareprobe-test").stdout)
    assert [r["status"] for r in results(wire)] == ["broken"]
    (fault,) = (r for r in wire if r["ev"] == "fault")
    assert fault["name"].startswith("begun by a stub and ended by a probe")


@pytest.mark.parametrize("image, calibrated", [("bareprobe", ["region"]),
                                               ("bareprobe-test", ["region", "stub"])])
def test_stubs_are_calibrated_only_where_a_benchmark_calls_them(vpentium, records, image,
                                                                calibrated):
    """The small image has no stubs; the others have all, for code that is loaded over the line."""
    def stubs(of):
        symbols = subprocess.run(["nm", BUILD / f"{of}.elf"], capture_output=True, text=True,
                                 check=True).stdout
        return len(re.findall(r"T p5mon_asm_(?:beg|end)reg_\d+$", symbols, re.M))
    assert (stubs("bareprobe-quick"), stubs(image)) == (0, 200)
    wire = records(vpentium("command=thesis/program1 events=branches repetitions=2 exit=qemu",
                            image=image).stdout)
    assert [r["of"] for r in wire if r["ev"] == "calibration"] == calibrated


@pytest.mark.parametrize("folder", ("libp5mon", "bench"))
def test_commands_of_the_readme_work(folder):
    text = (ROOT / folder / "README.md").read_text()
    commands = re.findall(r"^    (build/vpentium -kernel \S+ -append '.*')$", text, re.M)
    assert commands
    for command in commands:
        command = command.replace("build/", f"{BUILD}/")
        run = subprocess.run(command, cwd=ROOT, shell=True, capture_output=True, text=True,
                             timeout=120, check=False)
        assert run.returncode == 0 and "0 errors: ok" in run.stdout


def test_table_of_costs_is_what_is_measured(vpentium, records):
    """The table is in libp5mon/README.md. Clocks are scheduled first, so they are on the near
    counter."""
    text = (ROOT / "libp5mon" / "README.md").read_text()

    def row(name):
        return re.search(rf"^\| {name}[^|]*\| (\d+) \| (\d+) \|$", text, re.M).groups()

    def cost(events, event):
        wire = records(vpentium(f"command=libp5mon/stub_empty events={events} repetitions=2 "
                                "exit=qemu", image="bareprobe-test").stdout)
        costs = {r["of"]: r["overhead"] for r in wire
                 if r["ev"] == "calibration" and r["event"] == event}
        return costs["stub"], costs["region"]
    assert row("instructions on the near") == cost("instructions_executed", "instructions_executed")
    assert row("on the far one") == cost("branches,instructions_executed", "instructions_executed")
    assert row("branches") == cost("branches", "branches")
    assert row("clocks on CTR0") == cost("count_clocks", "count_clocks")
