# SPDX-License-Identifier: MIT
"""States in which a BIOS may leave the local APIC (-apic): software sees them as documented, and in
each of them the kernel measures the same results and its watchdog works."""
import functools

import pytest

from monitor_prompt import Prompt
from tiers import fast_cases

LEFT = ("unused", "off", "virtual-wire")
CPUS = ("p2", "k7")
SLOWEST = {"p2": "100", "k7": "500"}  # MHz: what the kernel waits for is the fewest clocks then
LOOKS = """
main:
    mov eax, 1
    cpuid
    shr edx, 9                          ; CPUID's APIC
    and edx, 1
    mov eax, edx
    call print
    mov ecx, 1Bh
    rdmsr
    shr eax, 11                         ; on in APIC_BASE
    and eax, 1
    call print
    mov eax, [0FEE000F0h]
    call print
    mov eax, [0FEE00350h]
    call print
    mov eax, [0FEE00360h]
    call print
    ret
"""
NOBODY = 0xFFFFFFFF # beyond memory, where no device answers
SEEN = { # SVR after reset; LINT0 ExtINT, LINT1 NMI (SDM 10.4.3, 10.5.1; MP Specification 1.4, A.3)
    "unused": [1, 1, 0xFF, 0x700, 0x400],
    "off": [0, 0, NOBODY, NOBODY, NOBODY],
    "virtual-wire": [1, 1, 0x10F, 0x700, 0x400],
}


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("left", LEFT)
def test_what_software_sees(guest, cpu, left):
    assert guest(LOOKS).numbers("-cpu", cpu, "-apic", left) == SEEN[left]


@pytest.fixture(name="measured", scope="module")
def fixture_measured(vpentium, records):
    """measured(cpu, left): the records of a run, made once: a benchmark that the watchdog ends, and
    program 1."""
    @functools.cache
    def run(cpu, left):
        events = "instructions,branches" + (",clocks" if cpu == "p2" else "")
        done = vpentium(f"command=[ft]*/[hp][ar]*[t1] events={events} repetitions=3 "
                        "watchdog=1 exit=qemu", "-cpu", cpu, "-mhz", SLOWEST[cpu], "-apic", left,
                        image="bareprobe-test")
        wire = records(done.stdout)
        assert [record["bench"] for record in wire if record["ev"] == "bench"] == [
            "fault/halt", "thesis/program1"]
        return wire
    return run


def counted(wire):
    return [{name: value for name, value in record.items() if name not in ("seq", "crc")}
            for record in wire if record["ev"] in ("result", "calibration")
            and record.get("bench") != "fault/halt"]


@pytest.mark.full
@pytest.mark.parametrize("cpu", CPUS)
def test_the_kernel_counts_the_same(measured, cpu):
    """On a P6 the clocks are equal, too. The branch predictor of an Athlon also depends on branches
    before a region, and these differ because the kernel reports the APIC state that it found.
    Clocks of program 1 have two levels there and are not compared."""
    found = {left: counted(measured(cpu, left)) for left in LEFT}
    assert len(found["unused"]) >= 4  # two or three events
    assert {record["status"] for record in found["unused"]} == {"ok"}
    assert found["off"] == found["unused"] == found["virtual-wire"]


@pytest.mark.full
@pytest.mark.parametrize("cpu, left", fast_cases(1, [
    *(("p2", left) for left in LEFT), *(("k7", left) for left in reversed(LEFT))]))
def test_the_watchdog_comes(measured, cpu, left):
    """The alarm comes from the real-time clock through the PC's own interrupt controllers."""
    [fault] = [record for record in measured(cpu, left) if record["ev"] == "fault"]
    assert fault["name"] == "watchdog"
    assert fault["what"] == "did not end within 1 second; watchdog=SECONDS sets the limit"


@pytest.mark.full
@pytest.mark.parametrize("first, left", [
    ("event,instructions,50000", "unused"), ("apic,20000", "virtual-wire")])
def test_a_timer_interrupts_after_the_apic(first, left):
    """The controllers' requests still pass through the APIC, which has no pending interrupt.
    Without a watchdog nothing else has enabled it."""
    with Prompt("watchdog=0", "-cpu", "p2", "-mhz", "300", "-apic", left) as prompt:
        prompt.until("bareprobe> ")
        for source in (first, "timer,20000"):
            answer = prompt.type("run thesis/program2 experiment=profile samples=10 "
                                 f"source={source}")
            assert sum("profile, 10 samples" in line for line in answer) == 1, answer


@pytest.mark.parametrize("left, said", [
    ("on", "vpentium: -apic 'on': expected unused, off or virtual-wire\n"),
    ("off", "vpentium: -apic 'off': the model of this processor has no local APIC\n")])
def test_refusals(vpentium, left, said):
    done = vpentium("exit=qemu", "-cpu", "p54c", "-apic", left)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
