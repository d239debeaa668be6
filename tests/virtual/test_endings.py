# SPDX-License-Identifier: MIT
"""Ends of a run: exit= and runs=. The virtual Pentium exits with 0 both after a reset and after a
final halt; `-v` prints which of the two it was."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
SHORT = "command=thesis/program1 events=branch repetitions=1"


def of_kind(wire, kind):
    return [record for record in wire if record["ev"] == kind]


def counts(wire):
    return {record["event"]: record["mean"] for record in of_kind(wire, "result")}


def runs_of(text, records):
    """Returns the records of each run. Every run begins with seq=0."""
    starts = text.split("BP seq=0 ")
    assert starts[0] == ""
    return [records("BP seq=0 " + run) for run in starts[1:]]


@pytest.mark.parametrize("way, says", [("halt", "halted at"), ("reboot", "ended by a reset"),
                                       ("poweroff", "halted at")])
def test_way_out(vpentium, records, way, says):
    """Without a BIOS, a kernel that requests power-off from it halts."""
    run = vpentium(f"{SHORT} exit={way}", "-v")
    assert records(run.stdout)[-1]["status"] == "ok"
    assert run.returncode == 0 and says in run.stderr


def test_power_off_that_fails_is_told(vpentium):
    """The last line before the last status line of the screen."""
    screen = vpentium(f"{SHORT} exit=poweroff", "-screen").stderr.replace("\n", "")
    assert ("powering off by APM: if the machine stays on, its BIOS has no APM or has it disabled; "
            "switch it off" in screen)
    assert screen.endswith("The run has ended: ok")


@pytest.mark.parametrize("settings, status, code", [(SHORT, "ok", "B0h"),
                                                    ("command=nothing", "failed", "BFh")])
def test_result_on_a_diagnostic_card(vpentium, records, settings, status, code):
    run = vpentium(f"{settings} exit=halt", "-post", "0x80")
    assert records(run.stdout)[-1]["status"] == status
    assert run.stderr.splitlines() == ["vpentium: POST 80h: B1h", f"vpentium: POST 80h: {code}"]


def test_runs_are_reports_one_after_another(vpentium, records):
    run = vpentium(f"{SHORT} runs=3 exit=qemu")
    assert run.returncode == 0
    first, *others = runs_of(run.stdout, records)
    assert len(others) == 2
    kinds = [record["ev"] for record in first]
    assert kinds[0] == "start" and kinds[-1] == "done"
    for other in others:
        assert [record["ev"] for record in other] == kinds
        assert counts(other) == counts(first) and counts(other)["branches"] == "100"
        assert other[-1]["runs"] == first[-1]["runs"]


def test_one_failed_run_fails_the_whole(vpentium, records):
    run = vpentium("command=fault/opcode events=branch repetitions=1 runs=2 exit=qemu",
                   image="bareprobe-test")
    assert run.returncode == 1
    assert [wire[-1]["status"] for wire in runs_of(run.stdout, records)] == ["failed", "failed"]


def test_loop_goes_on(records):
    """The loop is stopped from outside after the third run has begun."""
    command = [BUILD / "vpentium", "-kernel", BUILD / "bareprobe.elf", "-append",
               f"{SHORT} exit=loop"]
    text = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.startswith("BP seq=0 ") and text.count("ev=done") == 2:
                break
            text += line
        process.kill()
    assert [wire[-1]["ev"] for wire in runs_of(text, records)] == ["done", "done"]
