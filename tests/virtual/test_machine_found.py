# SPDX-License-Identifier: MIT
"""Properties of the machine that are determined before the first measurement: clock frequency, time
taken by SMIs (-smi), the FDIV flaw."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAREPROBE = ROOT / os.environ.get("BUILD", "build") / "bareprobe"
SETTINGS = "command=thesis/program1 events=count_clocks repetitions=1 exit=qemu"


def show(*arguments):
    return subprocess.run([BAREPROBE, "show", *arguments], capture_output=True, text=True,
                          check=True).stdout


def of_kind(wire, kind):
    [record] = [record for record in wire if record["ev"] == kind]
    return record


@pytest.mark.parametrize("mhz", [60, 100, 233])
def test_clock_is_measured(vpentium, records, mhz):
    """In 10 ms the uncertainty is a tick of the timer and a read of its port, 1 us: 0.02 %."""
    cpu = of_kind(records(vpentium(SETTINGS, "-mhz", str(mhz)).stdout), "cpu")
    assert abs(float(cpu["mhz"]) - mhz) < mhz * 0.0003
    assert 0 <= float(cpu["mhz_spread"]) < mhz * 0.0003
    assert cpu["mhz_source"] == "pit" and "mhz_missing" not in cpu


def test_a_machine_left_alone_has_no_noise(vpentium, records):
    """The watch lasts 20 ms at 100 MHz plus at most one iteration."""
    noise = of_kind(records(vpentium(SETTINGS).stdout), "noise")
    assert (noise["jumps"], noise["largest"]) == ("0", "0")
    assert abs(int(noise["watched"]) - 2_000_000) < 2000


def test_time_that_is_taken_away_is_counted(vpentium, records):
    """SMIs take 20,000 clocks every 520,000, so three or four begin in 2,000,000. A jump exceeds
    them by the interrupted iteration, which reads the cache or memory."""
    noise = of_kind(records(vpentium(SETTINGS, "-smi", "500000,20000").stdout), "noise")
    assert int(noise["jumps"]) in (3, 4)
    longest_turn = 2 * int(noise["memory_turn"])
    assert 20_000 <= int(noise["least"]) <= int(noise["largest"]) <= 20_000 + longest_turn
    assert int(noise["turn"]) < int(noise["memory_turn"])


def test_a_second_of_watching_sees_what_is_rare(vpentium, records):
    """SMIs take 20,000 clocks every 7,020,000: 14 or 15 in 100,000,000 clocks. Half of them, plus
    or minus two, come while memory is read. The default watch of a fiftieth of a second sees a
    third of one."""
    short, long = (of_kind(records(vpentium(f"{SETTINGS} {noise}", "-smi", "7000000,20000").stdout),
                           "noise") for noise in ("", "noise=1"))
    assert abs(int(long["watched"]) - 100_000_000) < 100_000
    assert abs(int(short["watched"]) - 2_000_000) < 20_100
    assert int(short["jumps"]) <= 1 and int(long["jumps"]) in (14, 15)
    assert abs(int(long["memory_jumps"]) * 2 - int(long["jumps"])) <= 4


def test_jumps_too_short_to_be_told_are_none(vpentium, records):
    """An iteration of the loop takes about 30 clocks; a delay of 16 iterations counts as a jump."""
    noise = of_kind(records(vpentium(SETTINGS, "-smi", "100000,200").stdout), "noise")
    assert int(noise["turn"]) * 15 > 200 and noise["jumps"] == "0"


def test_noise_is_shown(vpentium, records, tmp_path):
    """Noise is printed in the head line of `show` and in a line of the text report, both the
    kernel's and the host's."""
    def said(text):
        [line] = [line for line in text.splitlines() if line.startswith(" noise: ")]
        return line

    log = tmp_path / "log"
    log.write_text(vpentium(SETTINGS, "-smi", "500000,20000").stdout)
    noise = of_kind(records(log.read_text()), "noise")
    jumps, largest = noise["jumps"], noise["largest"]
    assert f"noise: {jumps} jumps, the largest {largest} clocks" in show(log).splitlines()[0]
    replayed = said(show("--report=text", log))
    assert f"{jumps} times in" in replayed and f"for at most {largest} clocks" in replayed
    text = said(vpentium(SETTINGS + " report=text", "-smi", "500000,20000").stdout)
    assert re.sub(r"\d+", "#", text) == re.sub(r"\d+", "#", replayed)


@pytest.mark.parametrize("errata, fdiv", [("on", "ok"), ("fdiv", "flawed")])
def test_divider_is_tried(vpentium, records, tmp_path, errata, fdiv):
    run = vpentium(SETTINGS, "-errata", errata)
    assert of_kind(records(run.stdout), "cpu")["fdiv"] == fdiv
    text = vpentium(SETTINGS + " report=text", "-errata", errata).stdout
    assert (" FDIV: flawed" in text) == (fdiv == "flawed")
    log = tmp_path / "log"
    log.write_text(run.stdout)
    assert ("this processor has the FDIV flaw" in show(log)) == (fdiv == "flawed")


@pytest.mark.parametrize("megabytes", [4, 64])
def test_machine_is_described(vpentium, records, megabytes):
    machine = of_kind(records(vpentium(SETTINGS, "-m", str(megabytes)).stdout), "machine")
    assert machine["memory_kb"] == str(megabytes * 1024)
    assert (machine["memory_source"], machine["pending"], machine["nmi"], machine["caches"]) == (
        "map", "0x00", "none", "on")


def test_caches_that_the_board_keeps_empty_are_told(vpentium, records, tmp_path):
    """KEN# is never active, although the caches are on according to CR0."""
    never = ["-set", "cache.uncached_from=0", "-set", "cache.uncached_to=0xffffffff"]
    run = vpentium(SETTINGS, *never)
    assert of_kind(records(run.stdout), "machine")["caches"] == "ineffective"
    log = tmp_path / "log"
    log.write_text(run.stdout)
    assert "first-level caches: ineffective\n" in show(log)
    text = vpentium(SETTINGS + " report=text", *never).stdout
    assert " caches: on, but reads are not faster" in text
