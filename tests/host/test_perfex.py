# SPDX-License-Identifier: MIT
"""Registers of a Pentium 4 in the notation of perfex, and perfex's output."""
import re

import pytest

# Program 1 of the thesis executes 305 instructions, 100 of them branches. By the SDM: instr_retired
# is select 2 (ESCR bits 30-25), NBOGUSNTAG and NBOGUSTAG bits 9 and 10, rings bits 2 and 3; ESCR
# select 4 in the CCCR. branch_retired is select 6, its four parts bits 9 to 12, ESCR select 5.
INSTRUCTIONS = "0x00039000/0x0400060C@12"
BRANCHES = "0x0003B000/0x0C001E0C@14"


def perfex(bareprobe, *arguments):
    """The boot is shortest with the slowest clock, because it measures the clock for a fixed
    time."""
    return bareprobe("run", "--cpu", "northwood", "--mhz", "1300", "-b", "thesis/program1", "-r",
                     "1", "--no-log", "--report", "perfex", *arguments)


def test_output_is_perfex_s(bareprobe):
    done = perfex(bareprobe, "-e", INSTRUCTIONS.lower(), "-e", "3b000/c001e0c@0x8000000e")
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"tsc\t\t\t {13,17}\d{2,6}\n"
                        f"event {INSTRUCTIONS}\t" + f"{305:19}\n"
                        f"event {BRANCHES}\t" + f"{100:19}\n", done.stdout), done.stdout
    assert re.match(r"tsc\t\t\t.{19}\n", done.stdout)
    assert bareprobe("show", "--report=perfex", "last").stdout == done.stdout


def test_names_are_told_as_registers(bareprobe):
    """The registers are printed as perfex options, each on its counter. The event that tags is not
    counted."""
    done = perfex(bareprobe, "-e", "instr_retired:uk@12,branch_retired:uk@14,memory_loads:uk@16")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()[1:]
    assert lines[:2] == [f"event {INSTRUCTIONS}\t{305:19}", f"event {BRANCHES}\t{100:19}"]
    assert lines[2].startswith("event 0x0003B000/0x1000020C@16\t") and len(lines) == 3


@pytest.mark.full
def test_replay_tags(bareprobe):
    """Loads that missed L1: none in a loop of registers. The two replay registers come last."""
    done = perfex(bareprobe, "-e", "0x3b000/0x1200020c@12", "--p4pe", "0x1000001",
                  "--p4_pebs_matrix_vert=1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"event 0x0003B000/0x1200020C@12\t{0:19}\n"
                                "PEBS_ENABLE 0x01000001\nPEBS_MATRIX_VERT 0x00000001\n")
    named = perfex(bareprobe, "-e", "1stl_cache_load_miss_retired:uk@12")
    assert named.stdout.split("\n")[1:] == done.stdout.split("\n")[1:]


def test_several_regions_have_a_heading(bareprobe):
    done = bareprobe("run", "--cpu", "northwood", "--mhz", "1300", "-b", "thesis/program*", "-r",
                     "1", "--no-log", "--report", "perfex", "-e", INSTRUCTIONS)
    assert re.findall(r"^# (.*)$", done.stdout, re.M) == [
        "thesis/program1, region 0, warm", "thesis/program2, region 0, warm"]
    assert done.stdout.count("event ") == done.stdout.count("tsc\t") == 2


@pytest.mark.parametrize("arguments, said", [
    (["-e", "0x39000/0x4000204"], "is not CCCR/ESCR@COUNTER"),
    (["-e", "0x39000/0x4000204@18"], "there is no counter 18; allowed: 0 to 17"),
    (["-e", "0x19000/0x4000204@12"], "bits 17-16 must be 3 without Hyper-Threading"),
    (["-e", "0x39000/0x4000204@8"], "selects no ESCR for counter 8"),
    (["-e", "0x39000/0x0200020A@14"], "0x0027b000/0x0c001804 is meant"),
    (["-e", "0x35000/0x04000205@14"], "0x00035000/0x04000405 is meant"),
    (["-e", "0x33000/0x18008035@8"], "0x00033000/0x09000034 is meant"),
    (["--p4pe", "0x3000001", "--p4pmv", "1"], "0x01000001 only counts"),
    (["--p4pmv", "1"], "PEBS_MATRIX_VERT 0x1 does nothing without PEBS_ENABLE"),
    (["--p4pe", "0x1000001", "--p4pmv", "0x11"], "PEBS_MATRIX_VERT 0x11"),
    (["--p4pe", "1x"], "--p4pe: '1x' is not a 32-bit hexadecimal number"),
])
def test_refused_before_it_boots(bareprobe, arguments, said):
    done = perfex(bareprobe, *arguments)
    assert done.returncode == 2 and said in done.stderr and not done.stdout, done.stderr


def test_only_a_pentium_4_has_them(bareprobe):
    done = bareprobe("run", "-b", "thesis/hello", "--p4pe", "0x1000001", "--p4pmv", "1")
    assert done.returncode == 2 and "pebs_enable" in done.stderr and not done.stdout
    done = bareprobe("run", "-b", "thesis/hello", "-e", INSTRUCTIONS)
    assert done.returncode == 2 and not done.stdout


def test_two_values_for_one_escr_are_counted_one_after_the_other(bareprobe):
    """Counters 12 and 13 both use CRU_ESCR0 by select 4. In perfctr the last value would overwrite
    the first."""
    done = perfex(bareprobe, "-e", "0x39000/0x400060c@12,0x39000/0x600020c@13")
    assert done.returncode == 0
    assert ("counters 12 and 13 both use CRU_ESCR0, with two values: 0x0400060c and "
            "0x0600020c" in done.stderr)
    assert f"event {INSTRUCTIONS}\t{305:19}\n" in done.stdout
    assert "event 0x00039000/0x0600020C@13\t" in done.stdout
