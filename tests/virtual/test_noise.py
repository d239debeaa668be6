# SPDX-License-Identifier: MIT
"""What is found out about the machine before anything is measured: its clock, time that is taken
from it (-smi), the divider's flaw."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
SETTINGS = "command=thesis/program1 events=count_clocks repetitions=1 exit=qemu"


def of_kind(wire, kind):
    [record] = [record for record in wire if record["ev"] == kind]
    return record


@pytest.mark.parametrize("mhz", [60, 100, 233])
def test_clock_is_measured(vpentium, records, mhz):
    """A tick of the timer and a read of its port, 1 us, are lost in 10 ms: 0.02 %."""
    cpu = of_kind(records(vpentium(SETTINGS, "-mhz", str(mhz)).stdout), "cpu")
    assert abs(float(cpu["mhz"]) - mhz) < mhz * 0.0003
    assert 0 <= float(cpu["mhz_spread"]) < mhz * 0.0003
    assert cpu["mhz_source"] == "pit" and "mhz_missing" not in cpu


def test_a_machine_left_alone_has_no_noise(vpentium, records):
    """20 ms at 100 MHz, and at most a turn more."""
    noise = of_kind(records(vpentium(SETTINGS).stdout), "noise")
    assert (noise["jumps"], noise["largest"]) == ("0", "0")
    assert abs(int(noise["watched"]) - 2_000_000) < 2000


def test_time_that_is_taken_away_is_counted(vpentium, records):
    """20,000 clocks each 520,000: three or four begin in 2,000,000. What a jump is longer than they
    are is the turn that was interrupted."""
    noise = of_kind(records(vpentium(SETTINGS, "-smi", "500000,20000").stdout), "noise")
    assert int(noise["jumps"]) in (3, 4)
    assert 20_000 <= int(noise["largest"]) <= 20_000 + 2 * int(noise["turn"])


def test_jumps_too_short_to_be_told_are_none(vpentium, records):
    """A turn of the loop takes some 30 clocks; 16 of them are a jump."""
    noise = of_kind(records(vpentium(SETTINGS, "-smi", "100000,200").stdout), "noise")
    assert int(noise["turn"]) * 15 > 200 and noise["jumps"] == "0"


def test_noise_is_shown(vpentium, tmp_path):
    log = tmp_path / "log"
    log.write_text(vpentium(SETTINGS, "-smi", "500000,20000").stdout)
    shown = subprocess.run([BAREPROBE, "show", log], capture_output=True, text=True, check=True)
    assert "noise: 4 jumps, the largest 200" in shown.stdout.splitlines()[0] or \
        "noise: 3 jumps, the largest 200" in shown.stdout.splitlines()[0]
    text = vpentium(SETTINGS + " report=text", "-smi", "500000,20000").stdout
    replayed = subprocess.run([BAREPROBE, "show", "--report=text", log], capture_output=True, text=True,
                              check=True).stdout
    [said] = [line for line in text.splitlines() if line.startswith(" noise: ")]
    assert said in replayed.splitlines()


@pytest.mark.parametrize("errata, fdiv", [("on", "ok"), ("fdiv", "flawed")])
def test_divider_is_tried(vpentium, records, tmp_path, errata, fdiv):
    run = vpentium(SETTINGS, "-errata", errata)
    assert of_kind(records(run.stdout), "cpu")["fdiv"] == fdiv
    text = vpentium(SETTINGS + " report=text", "-errata", errata).stdout
    assert (" FDIV: has the flaw" in text) == (fdiv == "flawed")
    log = tmp_path / "log"
    log.write_text(run.stdout)
    shown = subprocess.run([BAREPROBE, "show", log], capture_output=True, text=True, check=True)
    assert ("FDIV has the flaw" in shown.stdout) == (fdiv == "flawed")
