# SPDX-License-Identifier: MIT
"""A frame larger than the stack of 16 KB is reported as a stack overrun with its size, in every
paging mode and ring; nothing else is overwritten, and the run continues."""
import re

import pytest

BENCHMARKS = {"frame/kilobytes": 40 << 10, "frame/megabyte": 1 << 20,
              "frame/megabytes": 7700 << 10}
SETTINGS = "events=branches repetitions=2 exit=qemu noise=0"
# The rest of the frame, the frames of the callers, and a PUSH: less than this.
MORE = 256


def faults(wire):
    """{benchmark: bytes that were asked for} of the stack overruns."""
    found = {}
    for record in wire:
        if record["ev"] == "fault":
            size = re.fullmatch(r"stack overrun: more than 16 KB: (\d+) bytes", record["what"])
            found[record["bench"]] = int(size[1])
    return found


def is_reported(wire, benchmarks):
    found = faults(wire)
    assert set(found) == set(benchmarks)
    for name in found:
        assert benchmarks[name] < found[name] <= benchmarks[name] + MORE, name
    result, = (r for r in wire if r["ev"] == "result" and r["bench"] == "thesis/program1")
    assert (result["status"], result["raw"].split(".")[0]) in (("ok", "100"), ("ok", "101"))
    done = wire[-1]
    assert (done["ev"], done["errors"]) == ("done", str(len(benchmarks)))


@pytest.mark.parametrize("ring", ["kernel", "user"])
@pytest.mark.parametrize("paging", ["mixed", "4k", "4m"])
@pytest.mark.parametrize("memory", [4, pytest.param(64, marks=pytest.mark.full)])
def test_pages(vpentium, records, paging, ring, memory):
    run = vpentium(f"command=frame/*,thesis/program1 paging={paging} privilege={ring} {SETTINGS}",
                   "-m", str(memory), image="bareprobe-test")
    is_reported(records(run.stdout), BENCHMARKS)


@pytest.mark.parametrize("ring", ["kernel", "user"])
def test_segment(vpentium, records, ring):
    """Without paging a segment limits the stack. A frame of more than the stack's address, a
    megabyte, wraps around to addresses at which there is no memory: what `use` returns to is read
    there. In ring 0 the exception is pushed there too."""
    run = vpentium(f"command=frame/*,thesis/program1 paging=off privilege={ring} {SETTINGS}",
                   "-m", "4", image="bareprobe-test")
    is_reported(records(run.stdout), BENCHMARKS)


@pytest.mark.parametrize("ring", ["kernel", "user"])
def test_wrapped_stack(vpentium, records, ring):
    """wrapped/loop loops with a stack 2 MB below the return address. Only the watchdog's
    interrupt ends it, which in ring 0 is pushed where there is no memory."""
    run = vpentium(f"command=wrapped/loop,thesis/program1 paging=off privilege={ring} watchdog=1 "
                   f"{SETTINGS}", "-m", "4", image="bareprobe-test")
    wire = records(run.stdout)
    is_reported(wire, {"wrapped/loop": 2 << 20})
    assert [r["name"] for r in wire if r["ev"] == "fault"] == ["watchdog"]


@pytest.mark.parametrize("vector", (3, 6, 13))
def test_exceptions_without_paging(vpentium, records, vector):
    """An exception of ring 0 whose stack is good is reported as with paging, with its EIP."""
    name = {3: "breakpoint", 6: "opcode", 13: "protection"}[vector]
    faults = []
    for paging in "mixed", "off":
        run = vpentium(f"command=fault/{name} paging={paging} {SETTINGS}", image="bareprobe-test")
        fault, = (r for r in records(run.stdout) if r["ev"] == "fault")
        faults.append([fault[key] for key in ("vector", "name", "error", "eip", "code")])
    assert faults[0] == faults[1] and faults[0][0] == str(vector)


@pytest.mark.parametrize("cpu", [pytest.param(cpu, marks=pytest.mark.full)
                                 for cpu in ("p55c", "p2", "k7", "northwood")])
def test_other_processors(vpentium, records, cpu):
    settings = SETTINGS.replace("branches", "time_stamp")
    run = vpentium(f"command=frame/*,thesis/hello {settings}", "-cpu", cpu, image="bareprobe-test")
    assert set(faults(records(run.stdout))) == set(BENCHMARKS)


def test_in_qemu(qemu, records):
    """QEMU checks pages, not the limits of segments."""
    run = qemu("command=frame/*,thesis/program1 events=time_stamp repetitions=2 exit=qemu",
               image="bareprobe-test")
    found = faults(records(run.stdout))
    assert set(found) == set(BENCHMARKS)
    assert all(BENCHMARKS[name] < found[name] <= BENCHMARKS[name] + MORE for name in found)
