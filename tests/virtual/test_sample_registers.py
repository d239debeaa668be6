# SPDX-License-Identifier: MIT
"""Registers of samples (sample_registers=yes), and the data addresses that follow from those that a
Pentium 4 stores itself: which variable was accessed."""
import collections
import json
import re
import subprocess

import pytest

from places import BUILD

# tests/bench/sample/variables.asm: 2,000 iterations; ECX counts down, ESI is the address of
# sampled_rarely or the 2 that is loaded from it, EAX, EDX and EBX have what was loaded.
ITERATIONS = 2000


def test_registers_of_a_timer_s_samples(vpentium, records):
    """The registers of each sample are those of the loop at its address."""
    names = subprocess.run(["nm", BUILD / "bareprobe-test.elf"], capture_output=True, text=True,
                           check=True).stdout
    rarely = int(re.search(r"^(\w+) d sampled_rarely$", names, re.M)[1], 16)
    done = vpentium("command=sample/variables experiment=profile events=time_stamp samples=20 "
                    "sample_registers=yes exit=qemu", "-mhz", "60", image="bareprobe-test")
    wire = records(done.stdout)
    found = [record for record in wire if record["ev"] == "registers"]
    sampling = next(record for record in wire if record["ev"] == "sampling")
    assert [int(record["sample"]) for record in found] == list(range(int(sampling["samples"])))
    hits = {int(record["address"], 16): int(record["n"]) for record in wire
            if record["ev"] == "hit"}
    assert collections.Counter(int(record["address"], 16) for record in found) == hits
    first = min(hits)
    inside = [record for record in found if int(record["address"], 16) - first < 32]
    assert len(inside) > 10
    for record in inside:
        assert 0 < int(record["ecx"], 16) <= ITERATIONS
        assert int(record["esi"], 16) in (2, rarely)
    counts = [int(record["ecx"], 16) for record in inside]
    assert len(set(counts)) > 5


@pytest.fixture(name="log", scope="module")
def fixture_log(tmp_path_factory):
    path = tmp_path_factory.mktemp("registers") / "run.log"
    subprocess.run([BUILD / "bareprobe", "run", "--cpu", "northwood", "--mhz", "1300", "--kernel",
                    BUILD / "bareprobe-test.elf", "-b", "sample/variables", "experiment=profile",
                    "source=precise,memory_loads,101", "samples=300", "sample_registers=yes",
                    "--no-store", "--report", "none", "-o", path], check=True, timeout=120)
    return path


@pytest.mark.full
def test_variables_of_stored_samples(log):
    """Three loads of an iteration are from one variable, one is from another, and one overwrites
    the register of its address. 101 is in phase with none of the five: each has a fifth, within a
    percent for the loads outside the loop."""
    done = subprocess.run([BUILD / "bareprobe", "profile", log, "--data", "--kernel",
                           BUILD / "bareprobe-test.elf"], capture_output=True, text=True,
                          check=True)
    rows = [line.split() for line in done.stdout.splitlines() if " % " in line]
    shares = {row[3]: float(row[0]) for row in rows if row[3].startswith("sampled_")}
    assert set(shares) == {"sampled_often", "sampled_rarely"}
    assert abs(shares["sampled_often"] - 60) < 1 and abs(shares["sampled_rarely"] - 20) < 1
    lost = re.search(r"^(\S+) % .*address unknown: the instruction changed a register of its "
                     "address$", done.stdout, re.M)
    assert abs(float(lost[1]) - 20) < 1
    ends = next(row[4:6] for row in rows if row[3] == "sampled_often")
    assert int(ends[1], 16) - int(ends[0], 16) == 8  # + 4, + 8, + 12


@pytest.mark.full
def test_registers_are_stored_and_exported(log, tmp_path):
    store = tmp_path / "runs.db"
    subprocess.run([BUILD / "bareprobe", "import", log, "--db", store], check=True,
                   capture_output=True)
    kernel = ("--kernel", BUILD / "bareprobe-test.elf")
    shown = [subprocess.run([BUILD / "bareprobe", *words], capture_output=True, text=True,
                            check=True).stdout
             for words in (["profile", log, "--data", *kernel],
                           ["profile", "last", "--db", store, "--data", *kernel],
                           ["export", log, "-f", "ndjson"])]
    assert shown[0] == shown[1]
    lines = [json.loads(line) for line in shown[2].splitlines()]
    exported = [line for line in lines if line.get("sampled") == "registers"]
    assert len(exported) == len(re.findall(" ev=registers ", log.read_text())) > 300
    assert {"eax", "esp", "eflags", "address"} <= set(exported[0])


@pytest.mark.full
@pytest.mark.parametrize("settings, words", [
    (["--cpu", "p54c", "source=timer", "sample_registers=yes"],
     "--data: sample/variables: the samples are by pit"),
    (["--cpu", "northwood", "source=precise,memory_loads,101"],
     "measure with sample_registers=yes")])
def test_data_that_cannot_be_known(tmp_path, settings, words):
    subprocess.run([BUILD / "bareprobe", "run", "--kernel", BUILD / "bareprobe-test.elf", "-b",
                    "sample/variables", "experiment=profile", "samples=20", *settings,
                    "--no-store", "--report", "none", "-o",
                    tmp_path / "log"], check=True, timeout=120)
    done = subprocess.run([BUILD / "bareprobe", "profile", tmp_path / "log", "--data"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and words in done.stderr
