# SPDX-License-Identifier: MIT
"""ablate= on P6 and K7: CR0.CD is what they document, for all levels of their caches together."""
import pytest

SETTINGS = "command=thesis/program1 events=clocks,instructions repetitions=3 ablate={} exit=qemu"
# A load, or a block of 16 bytes of code, from memory (InstLatx64): sim/model's p6 and k7 README.
MEMORY = {"ppro": 46, "p2": 71, "k7": 217}


def of_kind(wire, kind):
    return [record for record in wire if record["ev"] == kind]


@pytest.mark.parametrize("cpu", MEMORY)
def test_without_caches(vpentium, records, cpu):
    """Program 1 goes a hundred times round a loop of 3 instructions in one block: without caches
    that comes from memory each turn; a turn's own 2 clocks, and blocks before and behind, are less
    than 5 blocks. It executes 305 instructions in any case."""
    done = vpentium(SETTINGS.format("l1"), "-cpu", cpu)
    assert done.returncode == 0, done.stdout + done.stderr
    [test] = [test for test in of_kind(records(done.stdout), "selftest")
              if test["name"] == "ablate_l1"]
    assert test["status"] == "ok"
    found = {(result["ablate"], result["event"]): float(result["med"])
             for result in of_kind(records(done.stdout), "result")}
    clocks, instructions = [value for (ablate, _), value in found.items() if ablate == "l1"]
    assert 99 * MEMORY[cpu] <= clocks <= 105 * MEMORY[cpu]
    assert instructions == 305
    assert min(value for (ablate, _), value in found.items() if ablate == "none") < 260


@pytest.mark.parametrize("cpu", ("p2", "k7"))
def test_others_have_no_switch(vpentium, records, cpu):
    wire = records(vpentium(SETTINGS.format("branch,vpipe"), "-cpu", cpu).stdout)
    tests = {test["name"]: test["status"] for test in of_kind(wire, "selftest")}
    assert (tests["ablate_branch"], tests["ablate_vpipe"]) == ("unsupported", "unsupported")
    assert {result["ablate"] for result in of_kind(wire, "result")} == {"none"}
