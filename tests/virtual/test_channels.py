# SPDX-License-Identifier: MIT
"""experiment=channels: time stamps, their cost, and hooks, in programs whose times and counts
follow from their instructions (tests/bench/sample)."""
import collections
import os
import pathlib
import re
import subprocess

import pytest

from tiers import full

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


def stamped(vpentium, records, append, *options, status=0):
    """Runs a benchmark with stamps and returns the records by kind."""
    run = vpentium(append + " experiment=channels events=time_stamp exit=qemu", *options,
                   image="bareprobe-test")
    assert run.returncode == status, run.stdout[-2000:]
    kinds = collections.defaultdict(list)
    for record in records(run.stdout):
        kinds[record["ev"]].append(record)
    return kinds


def stamps(kinds, repetition=0):
    """Returns (clocks, channel, value) of a repetition in order; value is None if the stamp has
    none."""
    found = []
    for record in kinds["stamps"]:
        if int(record["rep"]) == repetition:
            assert int(record["first"]) == len(found)
            for stamp in record["values"].split(","):
                time, channel, *value = stamp.split(":")
                found.append((int(time), channel, int(value[0]) if value else None))
    assert [time for time, _, _ in found] == sorted(time for time, _, _ in found)
    return found


def times(found):
    """Returns the clocks from each stamp to the next: {(from, to): [clocks]}."""
    between = collections.defaultdict(list)
    for (begin, first, _), (end, second, _) in zip(found, found[1:]):
        between[first, second].append(end - begin)
    return between


@pytest.fixture(scope="module")
def address():
    """Returns the address of a symbol of the test image."""
    lines = subprocess.run(["nm", BUILD / "bareprobe-test.elf"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    symbols = {line.split()[-1]: line.split()[0] for line in lines}
    return lambda name: f"0x{symbols[name]}"


# ---- channels -----------------------------------------------------------------------------------

# sample/stamps: 100 NOPs are 50 pairs; 80 dependent instructions take 80; MOV ECX, on which DEC
# depends, takes 1, the loop of 1,000 iterations of (dec jnz) takes 1,000 and its last, mispredicted
# JNZ takes 4; (dec jnz) of the outer loop takes 1.
KNOWN = {("c0", "c1"): 50, ("c1", "c2"): 80, ("c2", "c3"): 1005, ("c3", "c0"): 1}


@pytest.mark.parametrize("ring", ["kernel", "user"])
@pytest.mark.parametrize("cpu", ["p54c", "p55c"])
def test_times_are_exact(vpentium, records, ring, cpu):
    kinds = stamped(vpentium, records, f"command=sample/stamps repetitions=3 privilege={ring}",
                    "-cpu", cpu)
    about, = kinds["sampling"]
    assert (about["samples"], about["lost"], about["repetitions"]) == ("120", "0", "3")
    for repetition in range(3):
        found = stamps(kinds, repetition)
        assert [channel for _, channel, _ in found] == ["c0", "c1", "c2", "c3"] * 10
        assert [value for _, _, value in found if value is not None] == list(range(10, 0, -1))
        for pair, clocks in times(found).items():
            # A misprediction takes one clock more on a P55C, whose pipeline has one more stage.
            more = cpu == "p55c" and pair == ("c2", "c3")
            assert set(clocks) == {KNOWN[pair] + more}, pair


def test_what_a_stamp_takes_is_constant(vpentium, records):
    """The minimum and maximum of the 80 calibration stamps are equal. The amount subtracted is 10
    times four stamps, one of them with the store of a value."""
    kinds = stamped(vpentium, records, "command=sample/stamps repetitions=1")
    about, = kinds["sampling"]
    cost = {record["channel"]: float(record["cost"]) for record in kinds["channel"]}
    assert about["handler"] == about["handler_min"] == about["handler_max"]
    assert cost["c0"] == cost["c2"] == cost["c3"] == float(about["handler"])
    assert cost["c1"] == cost["c0"] + 1
    assert float(about["hidden"]) == 10 * sum(cost.values())
    assert [record.get("name") for record in kinds["channel"]] == ["nops", None, "loop", None]


# The slowest of each kind: the boot is short.
@pytest.mark.parametrize("cpu, mhz", [full(("p2", "100")), ("k7", "500")])
def test_other_processors_stamp_too(vpentium, records, cpu, mhz):
    """Times are those of the processor. In both models a taken branch takes two clocks, so the loop
    of 1,000 iterations takes 2,000 and some more, or some less if its last iterations are
    predicted."""
    kinds = stamped(vpentium, records, "command=sample/stamps repetitions=2", "-cpu", cpu,
                    "-mhz", mhz)
    between = times(stamps(kinds, 1))
    assert {pair: len(clocks) for pair, clocks in between.items()} == {
        ("c0", "c1"): 10, ("c1", "c2"): 10, ("c2", "c3"): 10, ("c3", "c0"): 9}
    assert all(1950 <= clocks <= 2050 for clocks in between["c2", "c3"])


def test_lost_stamps_are_counted(vpentium, records):
    """A repetition has 40 stamps. 30 of the second repetition find no space, and there is no
    third."""
    kinds = stamped(vpentium, records, "command=sample/stamps repetitions=5 samples=50")
    about, = kinds["sampling"]
    assert (about["samples"], about["lost"], about["repetitions"]) == ("50", "30", "2")
    assert len(stamps(kinds, 0)) == 40 and len(stamps(kinds, 1)) == 10


def test_behind_a_lost_hook_no_time_is_told(vpentium, records):
    """sample/ports has six stamps per repetition, five of them from hooks. There is space for eight
    of each kind, so two hooks of the second repetition are lost. The channel after them is dropped,
    too, because its time would be wrong: 11 of 14 stamps remain."""
    kinds = stamped(vpentium, records, "command=sample/ports repetitions=3 samples=8 "
                    "privilege=user hook=ports")
    about, = kinds["sampling"]
    assert (about["samples"], about["lost"], about["repetitions"]) == ("11", "3", "2")
    assert [channel for _, channel, _ in stamps(kinds, 1)] == ["c0", "in132", "in132", "in132"]


def test_a_stamp_changes_nothing(vpentium, records):
    """The program executes the same instructions, including those of its stamps, if no session
    is active. Counted exactly, without a session, sample/stamps has the same count in each
    repetition."""
    run = vpentium("command=sample/stamps events=instructions_executed,time_stamp repetitions=3 "
                   "use_assembly_regions=no exit=qemu", image="bareprobe-test")
    result, = [record for record in records(run.stdout)
               if record["ev"] == "result" and record["event"] == "instructions_executed"]
    # A stamp is PUSHA, two loads, LEA, a store, JECXZ, POPA: 7 instructions, and MOV ESI, EBX of
    # channel 1 makes 29 for four stamps. NOPs 100, 80, MOV, 2 x 1,000, and DEC and JNZ: 2,212 per
    # iteration. Around the loop: PUSH, MOV, POP, RET, and padding of at most 31 bytes before the
    # loop. The correction subtracts an empty run without probes: its RET.
    around = 4 - 1
    per_turn = 29 + 100 + 80 + 1 + 2000 + 2
    assert 0 <= float(result["mean"]) - 10 * per_turn - around <= 31


# ---- hooks --------------------------------------------------------------------------------------

@pytest.mark.parametrize("ring", ["kernel", "user"])
def test_exceptions_are_counted(vpentium, records, ring):
    """There are 7 breakpoints, each after 20 NOPs, 10 pairs, and 5 divisions by zero that are
    skipped."""
    kinds = stamped(vpentium, records, f"command=sample/hooks repetitions=2 privilege={ring} "
                    "hook=exceptions")
    assert {record["channel"]: record["n"] for record in kinds["channel"]} == {
        "c0": "2", "c1": "2", "c2": "2", "c3": "2", "x3": "14", "x0": "10"}
    found = stamps(kinds)
    assert [channel for _, channel, _ in found] == (
        ["c0"] + ["x3"] * 7 + ["c1"] + ["x0"] * 5 + ["c2", "c3"])
    where = [value for _, channel, value in found if channel == "x3"]
    assert [b - a for a, b in zip(where, where[1:])] == [21] * 6  # the NOPs and INT3
    clocks = times(found)["x3", "x3"]
    # Cache lines that the handler displaces are included, so one of six may take longer.
    assert sorted(clocks)[:3] == [10] * 3 and max(clocks) < 30


def test_writes_are_watched(vpentium, records, address):
    """Six writes are reported with the written value; reads next to them are not. While an address
    is watched nothing pairs, so the distance between two writes is 4 clocks: MOV, MOV, DEC, JNZ."""
    kinds = stamped(vpentium, records, "command=sample/hooks repetitions=2 "
                    f"hook=exceptions,watch:hooks_watched@{address('hooks_watched')}")
    found = stamps(kinds, 1)
    assert [value for _, channel, value in found if channel == "w0"] == [6, 5, 4, 3, 2, 1]
    record, = [record for record in kinds["channel"] if record["channel"] == "w0"]
    assert (record["name"], record["n"]) == ("hooks_watched", "12")
    clocks = times(found)["w0", "w0"]
    assert min(clocks) == 4 and max(clocks) < 20


def test_four_addresses_are_watched(vpentium, records, address):
    at = int(address("hooks_watched"), 16)
    watches = ",".join(f"watch:w{i}@{at + 4 * i:#x}" for i in range(4))
    kinds = stamped(vpentium, records,
                    f"command=sample/hooks repetitions=1 hook=exceptions,{watches}")
    assert collections.Counter(channel for _, channel, _ in stamps(kinds)
                               if channel[0] == "w") == {"w0": 6}


def test_ports_of_ring_3(vpentium, records):
    """Reads of port 84h by both forms of IN, and writes of one and of two bytes. In the virtual
    machine no device answers at 84h, so reads return ones."""
    kinds = stamped(vpentium, records,
                    "command=sample/ports repetitions=1 privilege=user hook=ports")
    found = stamps(kinds)
    assert [(channel, value) for _, channel, value in found[1:-1]] == [
        ("in132", 255), ("in132", 255), ("in132", 255), ("out128", 0x5A), ("out132", 0x1234)]
    # EAX was 12345678h; IN AL and MOV AL, AX leave its upper half unchanged.
    assert found[-1][1:] == ("c1", 0x12341234)
    assert found[-1][0] - found[0][0] < 60


@pytest.mark.parametrize("source, clocks", [("pit,10000", 10_000), ("rtc,4096", 24_414)])
def test_interrupts_of_a_source(vpentium, records, source, clocks):
    """Clocks are at 100 MHz. Times are those of the program without the time in handlers. The timer
    is armed in the handler, so the next interval starts there."""
    kinds = stamped(vpentium, records, "command=sample/shares repetitions=1 hook=interrupts "
                    f"source={source}")
    about, = kinds["sampling"]
    found = stamps(kinds)
    handlers = float(about["hidden"]) / len(found)
    # The program takes 600,000 clocks plus at most 200.
    assert 600_000 <= int(about["clocks"]) - int(about["hidden"]) < 601_500
    between, = times(found).values()
    assert sum(between) / len(between) == pytest.approx(clocks - handlers / 2, abs=handlers)
    assert len(found) == pytest.approx(600_000 / (sum(between) / len(between)), abs=1.5)


def test_what_is_not_there_is_refused(vpentium, records):
    for hook, ring, said in [
            ("ports", "kernel", "accesses in ring 0 do not trap"),
            ("interrupts source=event,clocks,1000", "kernel", "source=event is for samples"),
            ("doors", "kernel", "'doors' is not allowed"),
            ("watch:name", "kernel", "the kernel has no symbol names"),
            (",".join(f"watch:w@{i}" for i in range(4, 24, 4)), "kernel", "four addresses")]:
        kinds = stamped(vpentium, records, f"command=sample/stamps privilege={ring} hook={hook}",
                        status=1)
        assert said in kinds["error"][0]["what"]


# ---- a crash ------------------------------------------------------------------------------------

@pytest.mark.parametrize("hook, channels", [
    ("none", ["c7"] * 3), ("exceptions", ["c7"] * 3 + ["x0"])])
def test_a_crash_leaves_its_stamps(vpentium, records, hook, channels):
    kinds = stamped(vpentium, records, f"command=sample/crash repetitions=3 hook={hook}", status=1)
    about, = kinds["sampling"]
    assert about["faulted"] == "1" and about["repetitions"] == "1"
    assert [channel for _, channel, _ in stamps(kinds)] == channels
    fault, = kinds["fault"]
    assert fault["name"] == "divide error"
    if hook == "exceptions":
        assert stamps(kinds)[-1][2] == int(fault["eip"], 16)


# ---- machine code -------------------------------------------------------------------------------

C = """
#include "kernel/lib/channel.h"
void stamp(void);
void stamp(void) { channel(3); }
void given(unsigned value);
void given(unsigned value) { channel_value(4, value); }
"""
ASM = """
bits 32
%include "kernel/lib/channel.inc"
section .text
    CHANNEL 3
    CHANNEL 4, esi
"""


def code(object_file):
    text = subprocess.run(["objdump", "-dr", "-M", "intel", "--no-show-raw-insn", object_file],
                          check=True, capture_output=True, text=True).stdout
    lines = [re.sub(r"\s+", " ", line).strip()
             for line in re.findall(r"^\s+[0-9a-f]+:\s+(.*)", text, re.M)]
    stamps_of, at = [], 0
    while "pusha" in lines[at:]:
        begin = lines.index("pusha", at)
        at = lines.index("popa", begin) + 1
        stamps_of.append([re.sub(r"jecxz .*", "jecxz", line) for line in lines[begin:at]])
    return stamps_of


def test_c_and_nasm_agree(tmp_path):
    (tmp_path / "c.c").write_text(C)
    (tmp_path / "n.asm").write_text(ASM)
    subprocess.run(["gcc", "-m32", "-march=pentium", "-Os", "-ffreestanding", "-fno-pic",
                    "-fcf-protection=none", "-fno-asynchronous-unwind-tables", f"-I{ROOT}", "-c",
                    "-o", tmp_path / "c.o", tmp_path / "c.c"], check=True)
    subprocess.run(["nasm", "-f", "elf32", f"-I{ROOT}/", "-o", tmp_path / "n.o",
                    tmp_path / "n.asm"], check=True)
    from_c, from_nasm = code(tmp_path / "c.o"), code(tmp_path / "n.o")
    assert len(from_c) == len(from_nasm) == 2

    def instructions(stamp):  # without relocations, which the two assemblers write differently
        return [re.sub(r"ds:0x\w+|\(?0x0\)?", "0", line) for line in stamp if "R_386" not in line]
    assert [instructions(stamp) for stamp in from_c] == [instructions(s) for s in from_nasm]
    assert sum("rdtsc" in line for line in from_nasm[0]) == 1
