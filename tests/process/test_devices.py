# SPDX-License-Identifier: MIT
"""The devices by which programs use the counters: /dev/p5mon, /dev/cpu/0/msr, /dev/cpu/0/cpuid."""
import pathlib
import re
import subprocess

import pytest

import programs
from tiers import fast_cases

HERE = pathlib.Path(__file__).resolve().parent

EPERM, EIO, EBADF, EFAULT, ENODEV, EINVAL = 1, 5, 9, 14, 19, 22
# Each processor at its slowest: what the kernel waits for in real time is the fewest clocks then.
SLOWEST = {"p54c": "60", "p55c": "60", "p2": "100", "k7": "500", "northwood": "1300"}


@pytest.fixture(name="built", scope="module")
def fixture_built(tmp_path_factory):
    """built(name): the directory with the program tests/process/devices/NAME.c, compiled once."""
    folder = tmp_path_factory.mktemp("devices")

    def build(name, source=None):
        if not (folder / name).exists():
            subprocess.run([programs.BUILD / "bareprobe", "cc", "-O2", "-w", "-o", folder / name,
                            source or HERE / f"devices/{name}.c"], check=True)
        return folder
    return build


@pytest.fixture(name="run")
def fixture_run(built, measure):
    """run("msr read 10", ...): a run of a program of tests/process/devices that ends with 0."""
    def run(words, *, source=None, cpu="p54c", events="time_stamp"):
        name, *arguments = words.split()
        done = measure(built(name, source), [f"./{name}", *arguments], cpu=cpu, events=events,
                       options=("-mhz", SLOWEST[cpu]))
        assert (done.program["end"], done.program["status"]) == ("exit", "0")
        return done
    return run


@pytest.fixture(name="printed")
def fixture_printed(run):
    return lambda words, **more: run(words, **more).written["stdout"].decode()


# ---- /dev/p5mon ----------------------------------------------------------------------------------

# First counter 0 counts 3 operations and counter 1 2 accesses; then the mode is set, with preset
# values 1000 and 2000; then 5 and 4 more follow. A counter that is unchanged ends at 8 or 6, one
# that is cleared at 5 or 4, one that is preset at 1005 or 2004 (Table 3.1; numbers in hexadecimal).
# CESR: event 22h in ring 3, 22h + 80h, and 0Bh in the same way in its upper half.
MODES = f"""\
write: {-EINVAL} {-EINVAL} {-EFAULT} {-EINVAL} {-EINVAL}
read: {-EINVAL} {-EFAULT}
mode 0: 8 6 8b00a2
mode 1: 5 6 8b00a2
mode 2: 8 4 8b00a2
mode 3: 5 4 8b00a2
mode 4: 3ed 4 8b00a2
mode 5: 5 7d4 8b00a2
mode 6: 3ed 6 8b00a2
mode 7: 8 7d4 8b00a2
mode 8: 3ed 7d4 8b00a2
mode 9: 5 4 8b00a2
"""


@pytest.mark.parametrize("cpu", ("p54c", "p55c"))
def test_p5mon_does_what_table_3_1_says(printed, cpu):
    assert printed("p5mon", cpu=cpu) == MODES


def test_p5mon_is_missing_without_its_counters(printed):
    assert printed("p5mon", cpu="p2") == f"open: {-ENODEV}\n"


def test_program_of_figure_3_4(printed):
    """Between the two system calls the program reads data in ring 3: the return address of write(),
    and the arguments and return addresses on the way to read()'s INT 80h. The ratio is that of the
    counts."""
    source = programs.ROOT / "programs/figure_3_4/figure_3_4.c"
    misses, reads, ratio = map(float, re.fullmatch(
        r"Counter 0 value: (\d+)\.000000\nCounter 1 value: (\d+)\.000000\nRatio: (\S+)\n",
        printed("figure_3_4", source=source)).groups())
    assert 5 < reads < 50 and misses <= reads
    assert ratio == pytest.approx(misses / reads, abs=1e-6)


@pytest.mark.parametrize("words, status", [("p5mon", "reprogrammed"),
                                           ("msr write 11=0", "reprogrammed"),
                                           ("msr read 11 12", "ok"), ("cpuid", "ok")])
def test_program_that_sets_counters_has_no_other_counts(run, words, status):
    done = run(words, events="instructions_executed,time_stamp")
    counted, clocks = done.counts["instructions_executed"], done.counts["time_stamp"]
    assert counted["status"] == status and ("mean" in counted) == (status == "ok")
    assert clocks["status"] == "ok"


# ---- /dev/cpu/0/msr ------------------------------------------------------------------------------

# Instructions in ring 3. P5: event 16h and 80h in CESR; P6 and K7: event C0h, user and enable;
# Pentium 4: instr_retired:nbogusntag+nbogustag in CRU_ESCR0, CCCR 12 with its ESCR select 4.
COUNTING = {
    "p54c": "12 12=0 11=96",
    "p55c": "12 12=0 11=96",
    "p2": "c1 c1=0 186=4100c0",
    "k7": "c0010004 c0010004=0 c0010000=4100c0",
    "northwood": "30c 30c=0 3b8=4000604 36c=39000",
}


@pytest.mark.parametrize("cpu", fast_cases(3, COUNTING))
def test_msr_counts_as_told(printed, cpu):
    assert printed(f"msr count {COUNTING[cpu]}", cpu=cpu) == "counted 1001\n"


@pytest.mark.parametrize("cpu, results", [
    ("p54c", {"10=0": -EPERM, "1b=0": -EPERM, "11=200": -EPERM, "13=5": 8, "11=0": 8}),
    ("p2", {"11=0": -EPERM, "186=500000": -EPERM, "187=0": 8, "79=0": -EPERM}),
    ("k7", {"c0010000=500000": -EPERM, "c0010003=0": 8, "c0010008=0": -EPERM}),
    ("northwood", {"36c=4039000": -EPERM, "3f1=2000001": -EPERM, "3f1=1": 8, "3bc=0": 8,
                   "3bf=0": -EPERM})])
def test_msr_writes_the_counters_registers_alone(printed, cpu, results):
    """200h is CESR's pin, 500000h enables an interrupt, 4000000h is OVF_PMI, 2000000h stores
    samples in memory; 79h is for microcode; 3BCh is an ESCR, 3BFh none."""
    assert printed(f"msr write {' '.join(results)}", cpu=cpu) == "".join(
        f"{words}: {result}\n" for words, result in results.items())


def test_msr_that_does_not_exist_is_an_error(printed):
    tsc, missing = printed("msr read 10 1b").splitlines()
    assert int(tsc.removeprefix("10: "), 16) > 0
    assert missing == f"1b: {-EIO}"


def test_msr_errors_are_linux_s(printed):
    """The offset, 11h, is not advanced."""
    assert printed("msr errors 11") == (
        f"sizes: {-EINVAL} 0 16 1\npointer: {-EFAULT}\nseek: 17 8 17 {-EINVAL}\n"
        f"read only: {-EBADF}\n")


# ---- /dev/cpu/0/cpuid ----------------------------------------------------------------------------

@pytest.mark.parametrize("cpu, vendor", [("p54c", "GenuineIntel"), ("k7", "AuthenticAMD")])
def test_cpuid_has_the_processor_s_leaves(run, cpu, vendor):
    done = run("cpuid", cpu=cpu)
    (machine,) = (r for r in done.records if r["ev"] == "cpu")
    signature = machine["signature"].removeprefix("0x")
    assert done.written["stdout"].decode() == (f"32 {vendor} {signature}\n1 16 {signature} 2\n"
                           f"{-EINVAL} {-EFAULT} {-EBADF} {-EINVAL}\n")
