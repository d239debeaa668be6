# SPDX-License-Identifier: MIT
"""Tests processors as QEMU emulates them: the run names each one, reports its counters, and
measures what it can. QEMU's `pentium` with another vendor or model replaces those that QEMU has no
name for."""
import subprocess

import pytest

from tiers import fast_cases

SETTINGS = "command=thesis/program1 repetitions=2 exit=qemu"
TIMED = "event counters like those of an Intel family 5 processor; time_stamp works"

PROCESSORS = [
    ("pentium,model=2,stepping=12,-mmx", "Intel Pentium (P54C)", None),
    ("pentium,model=2,-msr", "Intel Pentium (P54C)",
     "model-specific registers, and therefore event counters; time_stamp works"),
    ("pentium3", "Intel Pentium III or Celeron", None),
    ("athlon", "AMD Athlon or Duron", None),
    ("coreduo", "Intel Core Duo or Solo", TIMED),
    ("pentium,vendor=AuthenticAMD,model=8", "AMD K6-2", TIMED),
    ("pentium,vendor=CyrixInstead,family=6,model=0", "Cyrix 6x86MX or MII", None),
    ("pentium", "Intel Pentium MMX (P55C)", None),
    ("pentium2", "Intel Pentium II or Celeron", None),
    ("qemu32", "Intel Pentium II or Celeron", None),
    ("max", "AMD Athlon or Duron", None),  # its signature is 663h
    ("pentium,vendor=CentaurHauls", "IDT WinChip C6", TIMED),
    ("pentium,vendor=RiseRiseRise,model=0", "Rise mP6", TIMED),
]


def qemu_version():
    return subprocess.run(["qemu-system-i386", "--version"], capture_output=True, text=True,
                          check=True).stdout.splitlines()[0]


@pytest.mark.parametrize("model, name, missing", fast_cases(7, PROCESSORS))
def test_what_has_a_time_stamp_counter_is_timed(qemu, records, model, name, missing):
    run = qemu(SETTINGS, "-cpu", model)
    wire = records(run.stdout)
    [cpu] = [record for record in wire if record["ev"] == "cpu"]
    assert (cpu["name"], cpu.get("missing")) == (name, missing)
    assert "time-stamp counter" in cpu["counters"] or "event counters" in cpu["counters"]
    assert cpu["fdiv"] == "ok"
    # RDMSR of any register is accepted, and RDPMC raises #UD, by every model of QEMU 7.2.
    assert cpu["read_by"] == ("rdtsc" if missing else "rdmsr"), qemu_version()
    assert [record for record in wire if record["ev"] == "time"]
    assert (run.returncode, wire[-1]["status"]) == (0, "ok")


@pytest.mark.parametrize("model, name", [
    ("486", "Intel 486 DX4"), ("pentium,-tsc", "Intel Pentium MMX (P55C)"),
    ("486,vendor=CyrixInstead,family=5,model=2", "Cyrix 6x86"),
])
def test_what_has_none_is_not_measured(qemu, records, model, name):
    run = qemu(SETTINGS, "-cpu", model)
    wire = records(run.stdout)
    [cpu] = [record for record in wire if record["ev"] == "cpu"]
    [error] = [record for record in wire if record["ev"] == "error"]
    assert (cpu["name"], cpu["counters"]) == (name, "no time-stamp counter and no event counters")
    assert cpu["missing"] == "it has no time-stamp counter" and cpu["read_by"] == "none"
    assert name in error["what"] and cpu["missing"] in error["what"]
    assert (run.returncode, wire[-1]["status"]) == (1, "failed")


@pytest.mark.parametrize("model", fast_cases(2, ["pentium2", "athlon", "pentium3", "coreduo",
                                                 "qemu32", "max"]))
def test_what_does_not_count_is_unsupported(qemu, records, model):
    """QEMU's P6 and K7 have no counters: a value written to an event select register is lost."""
    run = qemu(SETTINGS + " events=instructions,clocks,time_stamp", "-cpu", model)
    results = [record for record in records(run.stdout) if record["ev"] == "result"]
    assert len(results) == 3
    assert [result["status"] for result in results] == ["unsupported"] * 2 + ["ok"]
    assert results[2]["event"] == "time_stamp" and float(results[2]["mean"]) > 0
