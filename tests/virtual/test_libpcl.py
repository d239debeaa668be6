# SPDX-License-Identifier: MIT
"""PCL's interface for benchmarks and its errors, on each processor and in both rings. Programs:
tests/process/test_libraries.py."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
sys.path.insert(0, str(ROOT / "tests" / "wire"))
import check_wire  # requires the directory added to the path above

from tiers import fast_cases, full

# Each processor at its slowest: what the kernel waits for in real time is the fewest clocks then.
MHZ = {"p54c": "60", "p55c": "60", "p2": "100", "k7": "500", "northwood": "1300"}
CPUS = tuple(MHZ)
# Both rings of one processor, one ring of another family; then the rest.
PROCESSORS_IN_RINGS = pytest.mark.parametrize("cpu, ring", fast_cases(2, [
    ("p54c", "user"), ("p54c", "kernel"), ("p2", "kernel"),
    *((cpu, ring) for cpu in CPUS[1:] for ring in ("kernel", "user")
      if (cpu, ring) != ("p2", "kernel"))]))

# The codes are in the order of tests/bench/pcl/codes.c. PCL_SUCCESS 0, NOT_SUPPORTED -1,
# TOO_MANY_EVENTS -2, TOO_MANY_NESTINGS -3, TOO_ILL_NESTING -4, ILL_EVENT -5, MODE_NOT_SUPPORTED -6,
# FAILURE -7.
CODES = """\
no handle: -7 -7 -7
init: -7 0 0
info: -7 0
illegal: -5 -5
lists: -7 -7 -2
modes: -6 -6 0 0 0
not supported: -1 -1
too many: -2, shared: 0
before start: -7 -7
start: 0
nested: -4 -4 -4
others: -7 -7 -7
numbers: -7 -7
levels: 0 -3
stop: 0 0 -7
additions: 8
closed: -7 -7 -7 -7
open: 0 -7
driver: -5 -2 -7 -6 -7
started: 0 0, more than 300: 1
refused: -7 -7 -7
ended: 0 -7 0 -7
rate: -7 0, between 0 and 4: 1
names: PCL_IPC 1 1
kinds: 1 0 0 1
handles: 0 -7, exit: 0 -7, after: -7
"""


# Patterns, because the kernel compares each name of a list with that of each benchmark: in ring 0
# codes, passes and sums:by=pcl, in ring 3 all but passes and sums:by=region.
ALL = {"kernel": "pcl/[!e]*[!n]", "user": "pcl/[!p]*[!n]"}
RUNS = {}  # (processor, ring): records of a run of all benchmarks


@pytest.fixture(name="printed")
def fixture_printed(vpentium, records):
    """printed(bench, cpu, ring): the output of a benchmark in a run of all, which ended without an
    error."""
    def run(bench, cpu, ring):
        if (cpu, ring) not in RUNS:
            done = vpentium(f"command={ALL[ring]} privilege={ring} events=time_stamp repetitions=2 "
                            "exit=qemu", "-cpu", cpu, "-mhz", MHZ[cpu], image="bareprobe-test")
            assert done.returncode == 0, done.stdout[-2000:]
            RUNS[cpu, ring] = records(done.stdout)
        return check_wire.output(RUNS[cpu, ring], bench=bench)
    return run


@PROCESSORS_IN_RINGS
def test_every_return_code(printed, cpu, ring):
    assert printed("pcl/codes", cpu, ring) == codes_of(cpu)


def codes_of(cpu):
    """A K7 does not count floating-point instructions. A Pentium 4 has counters for the five
    events, but its driver refuses to start, and what was not started cannot be stopped."""
    expected = CODES if cpu != "k7" else CODES.replace("additions: 8\n", "")
    if cpu == "northwood":
        expected = re.sub("^too many: -2", "too many: 0", expected, flags=re.M)
        driver = expected[expected.index("driver:"):expected.index("rate:")]
        expected = expected.replace(driver, "no driver: -7 0\n")
    return expected


# ---- counts --------------------------------------------------------------------------------------

# tests/bench/pcl/work.h: n iterations have 1 + 3 n instructions and n reads, for n of 10, 20, 30,
# 40; together 4 + 3 * 100 and 100.
SUMS = """\
level 0: 31 instructions, 10 accesses
level 1: 61 instructions, 20 accesses
level 2: 91 instructions, 30 accesses
level 3: 121 instructions, 40 accesses
all: 304 instructions, 100 accesses
"""


@PROCESSORS_IN_RINGS
def test_nested_sums(printed, cpu, ring):
    assert printed("pcl/sums:by=pcl", cpu, ring) == SUMS


@pytest.mark.parametrize("cpu, ring", fast_cases(1, [
    ("p54c", "user"), *((cpu, "kernel") for cpu in CPUS[1:]), ("p54c", "kernel")]))
def test_nested_sums_are_what_regions_count(vpentium, records, cpu, ring):
    accesses = {"p2": "data_mem_refs", "k7": "data_cache_accesses",
                "northwood": "memory_loads"}.get(cpu, "data_read_or_write")
    wire = records(vpentium(f"command=pcl/sums:by=region privilege={ring} repetitions=2 exit=qemu "
                            f"events=instructions,{accesses}", "-cpu", cpu, "-mhz", MHZ[cpu],
                            image="bareprobe-test").stdout)
    counted = {}
    for record in wire:
        if record.get("ev") == "result" and record["region"] != "256":
            counted.setdefault(int(record["region"]), []).append(float(record["mean"]))
    assert counted == {i: [float(count) for count in re.findall(r"(\d+) [ia]", line)]
                       for i, line in enumerate(SUMS.splitlines()[:4])}


def rows(family):
    """Returns {PCL event: events of the processor} of a table of libpcl. For Pentiums it is the
    P55C's table. An empty set means unsupported."""
    text = (ROOT / "libpcl" / f"pcl_{family}.def").read_text()
    found = {}
    for how, event, processors, line in re.findall(r"^(HAS|INSTEAD|LACKS)\((\w+), (\w+), (.*)\)$",
                                                   text, re.M):
        own = set(" ".join(re.findall(r'"([^"]*)"', line)[:2]).split()) - {"+", "-"}
        if processors != "P54C":
            found["PCL_" + event] = set() if how == "LACKS" else own
    return found


@pytest.mark.parametrize("cpu, family, not_modelled", [
    ("p55c", "p5", set()),
    full(("p2", "p6", set())),
    ("k7", "k7", {"PCL_L2CACHE_READ", "PCL_L2CACHE_WRITE", "PCL_L2CACHE_READWRITE",
                  "PCL_L2DCACHE_READ", "PCL_L2DCACHE_WRITE", "PCL_STALL_INTEGER", "PCL_STALL_FP",
                  "PCL_STALL_JUMP", "PCL_STALL"}),
    full(("northwood", "p4", {"PCL_L2CACHE_WRITE", "PCL_L2CACHE_READWRITE", "PCL_ITLB_HIT",
                              "PCL_STALL_STORE"}))])
def test_every_event(printed, cpu, family, not_modelled):
    """An event is supported if the table has it and the virtual machine counts it; -2 means that it
    needs more counters than there are. `list events --pcl --cpu` names the events that the virtual
    machine does not count. The work has 1,000 branches and reads, 10 additions, and
    about 3,000 instructions, plus the ends of a pair. Predicted jumps are one count minus another:
    all jumps minus mispredicted ones, and the last of the loop was mispredicted. On a Pentium 4
    they are three kinds of branch_retired, which has only two ESCRs."""
    *text, last = printed("pcl/every", cpu, "user").splitlines()
    if cpu == "northwood":
        assert last == "together -2"
    else:
        jumps, wrong, right = map(int, re.fullmatch(r"(\d+) - (\d+) = (\d+)", last).groups())
        assert jumps > 1000 and wrong > 0 and right == jumps - wrong
    lines = dict(line.split() for line in text)
    listed = subprocess.run([BUILD / "bareprobe", "list", "events", "--pcl", "--cpu", family],
                            capture_output=True, text=True, check=True).stdout
    assert set(re.findall("^(PCL_.*?) .*not in the simulator: ", listed, re.M)) == not_modelled
    table = rows(family)
    assert list(lines) == list(table)
    for event, value in lines.items():
        refused = not table[event] or event in not_modelled
        too_many = len(table[event]) > {"k7": 4, "northwood": 17}.get(cpu, 2)
        assert (value == "-1") == refused, event
        assert (value == "-2") == (too_many and not refused), event
    assert 3000 < int(lines["PCL_INSTR"]) < 3500
    assert 1000 < int(lines["PCL_JUMP"]) < 1100
    assert 1000 < int(lines["PCL_LOADSTORE_INSTR"]) < 1300
    assert lines["PCL_FP_INSTR"] == ("-1" if cpu == "k7" else "10")
    assert 0 < float(lines["PCL_IPC"]) < 3
    if cpu != "northwood":
        assert 0 <= float(lines["PCL_L1DCACHE_MISSRATE"]) < 0.1
    if cpu != "k7":
        # two counters, so the ends of a pair are longer
        assert 100 < float(lines["PCL_MEM_FP_RATIO"]) < 130


@pytest.mark.parametrize("cpu, passes", [("p54c", 3), ("k7", 2)])
def test_more_events_than_counters(printed, cpu, passes):
    """Six PCL events are 6 processor events, because two of them share the instruction count: 3
    passes of two counters or 2 of four. The work has 3,001 instructions, 1,000 branches and 1,000
    reads in excess of an empty pair."""
    assert printed("pcl/passes", cpu, "kernel") == (
        f"without: -2, with: 0\npasses: {passes}, answer: 0\n"
        "PCL_INSTR 3001\nPCL_JUMP 1000\nPCL_LOADSTORE_INSTR 1000\n")


def test_passes_that_have_not_come_yet_are_said(vpentium, records):
    """The benchmark runs twice, once to find its regions and once counted, but three passes are
    needed."""
    done = vpentium("command=pcl/passes events=time_stamp repetitions=1 exit=qemu "
                    "skip_initialization_run=yes", image="bareprobe-test")
    assert done.returncode == 0
    assert "passes: 3, answer: 1\n" in check_wire.output(records(done.stdout), bench="pcl/passes")
