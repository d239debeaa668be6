# SPDX-License-Identifier: MIT
"""Tests the record that describes the machine before a measurement, under a BIOS that has used
it."""
import re

import pytest


@pytest.mark.parametrize("megabytes", [4, 8, 64])
def test_memory_ends_where_the_bios_says(qemu, records, megabytes):
    """QEMU's BIOS reserves up to 256 KB at the end of memory and marks them in its map."""
    run = qemu("command=thesis/program1 repetitions=1 exit=qemu", "-m", str(megabytes))
    wire = records(run.stdout)
    [machine] = [record for record in wire if record["ev"] == "machine"]
    assert machine["memory_source"] == "map"
    assert megabytes * 1024 - 256 <= int(machine["memory_kb"]) <= megabytes * 1024
    assert (machine["caches"], machine["nmi"]) == ("on", "none")
    assert 0 <= int(machine["pending"], 16) < 0x10000
    assert (run.returncode, wire[-1]["status"]) == (0, "ok")


def test_absent_port_raised_no_nmi(qemu, records):
    """The machine microvm of QEMU 7.2 has no port 61h, which then reads FFh."""
    run = qemu("command=thesis/program1 repetitions=1 exit=qemu", "-M", "microvm")
    [machine] = [record for record in records(run.stdout) if record["ev"] == "machine"]
    assert machine["nmi"] == "none"
    assert run.returncode == 0


def test_noise_of_an_emulator_adds_up(qemu, records):
    """The host may or may not take time from the emulator. The clock is watched for 20 ms, but
    at most for 2,000,000 clocks, or longer if a jump came last."""
    wire = records(qemu("command=thesis/program1 repetitions=1 exit=qemu").stdout)
    [cpu] = [record for record in wire if record["ev"] == "cpu"]
    [noise] = [record for record in wire if record["ev"] == "noise"]
    watched, jumps, largest = (int(noise[key]) for key in ("watched", "jumps", "largest"))
    assert watched >= min(float(cpu["mhz"]) * 20_000 - 1, 2_000_000)
    assert (jumps == 0) == (largest == 0)
    assert largest <= watched


def test_page_of_an_unknown_clock(qemu, records):
    """Without an 8254 clocks cannot be converted to seconds. The first boot's page shows the reason
    and the noise in clocks, and its record has no frequency."""
    run = qemu("experiment=first_boot exit=qemu", "-M", "pc,pit=off")
    facts, *lines = [record for record in records(run.stdout) if record["ev"] == "first_boot"]
    assert not facts.keys() & {"mhz", "mhz_spread", "noise_ms"} and int(facts["noise_jumps"]) >= 0
    page = {name: rest for name, _, rest in (line["what"].partition(" ") for line in lines)}
    assert page["clock"].strip() == "the timer, an 8254 at port 40h, does not answer or count"
    assert re.fullmatch(r"in \d{7,} clocks: \d+ jumps, the longest \d+", page["noise"].strip())
    assert max(len(line["what"]) for line in lines) <= 79
