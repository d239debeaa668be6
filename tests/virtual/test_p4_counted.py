# SPDX-License-Identifier: MIT
"""The kernel counts on a virtual Pentium 4, with plain events and with tags. The counts equal those
of a Pentium for the same bytes, or differ by definition."""
import subprocess

import pytest

from places import BUILD
from tiers import fast_cases

# The slowest clocks: what the kernel waits for in real time takes the fewest of them.
MHZ = {"p54c": "60", "willamette": "1300", "northwood": "1300", "prescott": "1300"}

PENTIUM = ("instructions_executed", "branches", "data_read", "data_write",
           "misaligned_data_memory_or_IO_references")
PENTIUM_4 = ("instr_retired", "branch_retired", "memory_loads", "memory_stores")


@pytest.fixture(name="measure", scope="module")
def fixture_measure(vpentium, records):
    def run(command, cpu, events, *options, settings=""):
        repetitions = "" if "experiment=profile" in settings else "repetitions=1 "
        done = vpentium(f"command={command} events={','.join(events)} exit=qemu "
                        f"{repetitions}{settings}", "-cpu", cpu, "-mhz", MHZ[cpu], *options)
        wire = records(done.stdout)
        assert [record["what"] for record in wire if record["ev"] == "error"] == []
        assert (done.returncode, wire[-1]["status"]) == (0, "ok")
        return wire
    return run


def counts(wire):
    """Returns {(benchmark, region, event): count}, without regions that contain probes, whose code
    differs between families. The first begin of a region in a run also clears its sums, which
    `inner_cost` does not contain."""
    return {(record["bench"], record["region"], record["event"]): float(record["mean"])
            for record in wire if record["ev"] == "result" and "inner_begins" not in record}


@pytest.mark.parametrize("command,results", fast_cases(
    1, (("thesis/pro*", 2), ("thesis/*", 6), ("apps/*", 67))))
def test_counts_are_a_pentiums(measure, command, results):
    """Instructions and branches are equal. A Pentium counts both parts of a misaligned reference
    and has an event for their number; loads and stores are accesses, tagged at the front end. The
    options remove two differences of a Pentium 4 (test_p4_overcounts.py): wide accesses of REP
    MOVS and STOS, and FLDCW counted twice."""
    pentium = counts(measure(command, "p54c", PENTIUM))
    p4 = counts(measure(command, "northwood", PENTIUM_4, "-set", "counters.string_blocks=off",
                        "-set", "counters.erratum_twice=off"))
    regions = sorted({key[:2] for key in pentium})
    assert len(regions) == results
    for region in regions:
        old = [pentium[*region, event] for event in PENTIUM]
        new = [p4[*region, event] for event in PENTIUM_4]
        assert (region, *old[:2]) == (region, *new[:2])
        assert (region, old[2] + old[3] - old[4]) == (region, new[2] + new[3])


def test_loads_and_stores_on_one_counter(measure):
    """Both tags of uop_type at once: the count is that of loads plus that of stores, which take two
    passes."""
    found = means(measure("apps/sort", "northwood", (
        "memory_loads", "memory_stores", "memory_loads_stores")))
    assert min(found.values()) > 1000
    assert found["memory_loads_stores"] == found["memory_loads"] + found["memory_stores"]


@pytest.mark.full
def test_the_report_says_why_an_event_is_not_simulated():
    """As `bareprobe list events` does: the reasons of sim/model/netburst/netburst_lines.def."""
    done = subprocess.run([BUILD / "bareprobe", "run", "--cpu", "northwood", "--mhz", "1300", "-b",
                           "thesis/program1", "-r", "1", "-e",
                           "resource_stall,x87_assist:prea",
                           "--no-log", "--no-store"], capture_output=True, text=True, check=True)
    words = " ".join(done.stdout.split())
    assert ("not in the simulator: resource_stall: the 24 store buffers are not modelled, so no "
            "store waits for one; x87_assist: assists for denormal operands and for results are "
            "not modelled") in words


def means(wire, key="mean"):
    return {record["event"]: float(record[key]) for record in wire if record["ev"] == "result"}


@pytest.mark.parametrize("cpu, privilege", fast_cases(2, (
    ("willamette", "kernel"), ("prescott", "user"), ("willamette", "user"),
    ("prescott", "kernel"))))
def test_program_1(measure, cpu, privilege):
    """305 instructions, 100 branches, 99 of them taken, a load and a store
    (bench/thesis/program1.asm), in either ring. From model 3 on, instr_completed counts
    instructions. Each counter but 1 passes its self-test."""
    wire = measure("thesis/program1", cpu, ("instructions", "branches", "branch_retired:mmtp+mmtm",
                   "memory_loads", "memory_stores"), settings=f"privilege={privilege}")
    instructions = "instr_completed" if cpu == "prescott" else "instr_retired"
    assert means(wire) == {instructions: 305, "branch_retired": 100, "memory_loads": 1,
                           "branch_retired:mmtp+mmtm": 99, "memory_stores": 1}
    assert {record["status"] for record in wire if record["ev"] == "calibration"} == {"ok"}
    tests = {record["name"]: record["status"] for record in wire if record["ev"] == "selftest"}
    assert tests.pop("ctr1") == "unsupported" and set(tests.values()) == {"ok"}
    assert len(tests) == 1 + 17 + 1 + 6 + 1


def test_filters(measure):
    """Clocks with at least n and clocks with fewer add up to all clocks, which global_power_events
    and a filter that is always true also count. Edges of clocks with a retirement are not more than
    those clocks. All tagged x87 uops retire."""
    found = means(measure("thesis/program1", "northwood", (
        "instr_retired:c=1", "instr_retired:c=1:i", "instr_retired:c=2", "instr_retired:c=2:i",
        "instr_retired:c=1:e", "instr_retired:c=16:i", "clocks")))
    clocks = found["global_power_events"]
    assert clocks == found["instr_retired:c=16:i"] > 100
    for n in (1, 2):
        assert found[f"instr_retired:c={n}"] + found[f"instr_retired:c={n}:i"] == clocks
    assert 0 < found["instr_retired:c=2"] < found["instr_retired:c=1"]
    assert 0 < found["instr_retired:c=1:e"] <= found["instr_retired:c=1"]
    tagged = means(measure("apps/mandelbrot:variant=overlapped", "northwood",
                           ("x87_fp_uop", "x87_fp_retired")))
    assert tagged["x87_fp_uop"] == tagged["x87_fp_retired"] > 1000


# A Northwood has N15, N17, the dead CCCR and no interrupts in a cascade; with errata off it has
# none of these.
ERRATA = ((), pytest.param(("-errata", "off"), marks=pytest.mark.full))


@pytest.mark.full
@pytest.mark.parametrize("options", ERRATA)
def test_cascades(measure, options):
    """SDM, Examples 18-1 and 18-2, the latter corrected: the starting and the started counter use
    ESCRs of two sides. One counter overflows with its N-th event and starts the other: if it takes
    39 branches more, the other counts 39 fewer. 30 instructions of the loop are 10 branches. Only
    ring 3 counts, so only the benchmark and its probes have events."""
    def second(events):
        wire = measure("thesis/program1", "northwood", events, *options, settings=(
            "privilege=user user_events=yes skip_initialization_run=yes"))
        first, then = means(wire, "raw").items()
        assert first[1] == {"branch": 103, "instr_": 334}[first[0][:6]]
        return then[1]
    by_30 = [second((f"branch_retired:after={n}@12", "branch_retired:cascade@14"))
             for n in (60, 99)]
    by_11 = [second((f"instr_retired:after={n}@16", "branch_retired:cascade=11@12"))
             for n in (300, 330)]
    assert by_30[0] - by_30[1] == 39 and by_11[0] - by_11[1] == 10
    assert 0 < by_30[1] < 103 and 0 < by_11[1] < 103


@pytest.mark.full
def test_registers_as_perfex_has_them(measure, vpentium):
    """An event tagged by replay has the same count by name and by its registers. Settings that
    perfctr's driver refuses are refused, and so are two different values for one register."""
    named = means(measure("thesis/lzw", "northwood", ("1stl_cache_load_miss_retired",),
                          settings="skip_initialization_run=yes"))
    raw = means(measure("thesis/lzw", "northwood", ("0x3b000/0x12000208@12",),
                        settings="skip_initialization_run=yes pebs_enable=0x01000001 "
                        "pebs_matrix_vert=1"))
    assert [*named.values()] == [*raw.values()] and [*raw] == ["replay_event@12"]
    assert raw["replay_event@12"] > 1000
    for cpu, settings, said in (
            ("northwood", "events=replay_event pebs_enable=03000001 pebs_matrix_vert=1",
             "PEBS_ENABLE 0x03000001: bit 25 makes the processor write samples"),
            ("northwood", "events=dtlb_load_miss_retired pebs_enable=1000001 pebs_matrix_vert=1",
             "dtlb_load_miss_retired needs PEBS_ENABLE 0x01000004 and PEBS_MATRIX_VERT 0x1"),
            ("p54c", "pebs_enable=1000001", "only a Pentium 4 has")):
        done = vpentium(f"command=thesis/hello exit=qemu {settings}", "-cpu", cpu, "-mhz",
                        MHZ[cpu])
        assert done.returncode == 1 and said in done.stdout


@pytest.mark.full
def test_overflows_take_samples(measure):
    """LZW has 226,545 branches: the number of samples is that for one each 1,000, within a tenth.
    The sum of the counter deltas is the total count, 1,778,263 instructions."""
    done = measure("thesis/lzw", "northwood", ("instructions", "branch_retired:mmtp+mmtm"),
                   settings="experiment=profile source=event,branch_retired,1000 samples=200")
    sampling = next(record for record in done if record["ev"] == "sampling")
    assert sampling["unit"] == "branch_retired" and sampling["source"] == "overflow"
    assert 226545 / 1000 * 0.9 < int(sampling["samples"]) / int(sampling["repetitions"]) \
        < 226545 / 1000 * 1.1
    gains = [[int(gain) for gain in record["gains"].split(",")]
             for record in done if record["ev"] == "hit"]
    instructions, taken = (sum(gain[i] for gain in gains) for i in (0, 1))
    assert abs(instructions / 1778263 - 1) < 0.03 and 0.3 < taken / 226545 < 1


@pytest.mark.full
def test_a_profile_continues_over_repetitions(measure):
    """Program 1 has 100 branches, and the code around a run a few more. Without other events, too,
    sixty samples of 1,000 branches each need about 600 repetitions."""
    done = measure("thesis/program1", "northwood", ("time_stamp",),
                   settings="experiment=profile source=event,branch_retired,1000 samples=60 "
                   "spread=fixed")
    sampling = next(record for record in done if record["ev"] == "sampling")
    assert sampling["samples"] == "60"
    assert 60 * 1000 / 140 < int(sampling["repetitions"]) <= 600


def test_seventeen_counters_at_once(measure):
    """All counters but 1 count in one pass, read by one probe: 305 instructions on six counters of
    two ESCRs, 100 branches of four types (the loop's branch counts twice by an erratum), clocks,
    and uops that the program does not have."""
    events = (*(f"instr_retired:nbogusntag+nbogustag@{n}" for n in (12, 13, 14, 15, 16, 17)),
              "retired_branch_type:conditional", "retired_branch_type:call",
              "retired_branch_type:conditional:c=1:e", "retired_branch_type:call:c=1:e",
              "x87_fp_uop", "64bit_mmx_uop", "x87_fp_uop:c=1:e", "64bit_mmx_uop:c=1:e",
              "global_power_events", "global_power_events:c=1", "page_walk_type")
    wire = measure("thesis/program1", "northwood", events)
    found = {record["event"]: record for record in wire if record["ev"] == "result"}
    plan = next(record for record in wire if record["ev"] == "plan")
    assert (plan["events"], plan["passes"]) == ("17", "1")
    assert {int(record["counter"]) for record in found.values()} == set(range(18)) - {1}
    counted = {name: float(record["mean"]) for name, record in found.items()}
    assert {counted[f"instr_retired@{n}"] for n in range(12, 18)} == {305}
    assert counted["retired_branch_type:conditional"] == 200
    assert counted["retired_branch_type:call"] == counted["x87_fp_uop"] == 0
    assert counted["global_power_events"] == counted["global_power_events:c=1"] > 100
    assert counted["page_walk_type"] == 0
