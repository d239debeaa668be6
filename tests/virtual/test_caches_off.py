# SPDX-License-Identifier: MIT
"""ablate= on P6 and K7: CR0.CD disables all levels of the caches together, as documented."""
import pytest

from tiers import fast_cases

SETTINGS = "command=thesis/program1 events=clocks,instructions repetitions=3 ablate={} exit=qemu"
# Clocks of a load, or of fetching a block of 16 bytes of code, from memory (InstLatx64; see the
# READMEs of sim/model's p6 and k7).
MEMORY = {"ppro": 46, "p2": 71, "k7": 217}
# Enough for everything else: its slowest clock, at which the boot takes the fewest clocks.
SLOW = {"p2": "100", "k7": "500"}


def of_kind(wire, kind):
    return [record for record in wire if record["ev"] == kind]


@pytest.mark.parametrize("cpu", fast_cases(1, ("ppro", "k7", "p2")))
def test_without_caches(vpentium, records, cpu):
    """Program 1 runs a hundred iterations of a loop of 3 instructions in one block. Without caches
    each iteration fetches it from memory. The 2 clocks of an iteration and the blocks before and
    after the loop are less than 5 blocks. It executes 305 instructions in every case."""
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


@pytest.mark.parametrize("cpu", fast_cases(1, ("k7", "p2")))
def test_others_have_no_switch(vpentium, records, cpu):
    wire = records(vpentium(SETTINGS.format("branch,vpipe"), "-cpu", cpu, "-mhz",
                            SLOW[cpu]).stdout)
    tests = {test["name"]: test["status"] for test in of_kind(wire, "selftest")}
    assert (tests["ablate_branch"], tests["ablate_vpipe"]) == ("unsupported", "unsupported")
    assert {result["ablate"] for result in of_kind(wire, "result")} == {"none"}
