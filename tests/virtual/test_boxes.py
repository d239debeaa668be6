# SPDX-License-Identifier: MIT
"""The machine profiles of sim/machine_profiles reproduce the measurements of the machines they are
named after (tests/data/silicon).
By default a sample of each table is tested. WHOLE_MATRIX=1 tests all of it, which takes minutes.
"""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import box_table  # noqa: E402 pylint: disable=wrong-import-position

BUILD = ROOT / os.environ.get("BUILD", "build")
WHOLE = os.environ.get("WHOLE_MATRIX") == "1"
MOST_NODES = 1 << 14  # of a chain in the sample
SIZES = ("2K", "64K", "512K")
AGREEING = 0.9

# One cell for each mechanism: L1; L2; L2 with consecutive lines of one set; two words of a line;
# memory's open row; a page walk for each load; all of these at random.
MECHANISMS = ["linear:size=4K:stride=32", "linear:size=64K:stride=32", "linear:size=64K:stride=4K",
              "linear:size=64K:stride=16", "pairs:size=64K:stride=8:order=forward",
              "linear:size=16M:stride=64", "linear:size=512K:stride=4K",
              "random:size=1M:stride=128", "blocks:size=4M:lines=64", "blocks:size=4M:lines=256"]


def boxes():
    listed = subprocess.run([BUILD / "vpentium", "-machine", "help"],
                            capture_output=True, text=True,
                            check=True).stdout
    return [line.split()[0] for line in listed.splitlines()]


def nodes(case):
    words = box_table.arguments(case)
    apart = words["stride"] if "stride" in words and "order" not in words else "32"
    return box_table.number(words["size"]) // box_table.number(apart)


def sample(silicon):
    """Returns the cells of three sizes and those of the mechanisms."""
    named = {f"chain/{name}" for name in MECHANISMS}
    return [case for case in silicon if case in named or
            box_table.arguments(case)["size"] in SIZES and nodes(case) <= MOST_NODES]


@pytest.fixture(name="compared", scope="module", params=boxes())
def fixture_compared(request):
    """Returns [(case, value measured on real hardware, value of the model)]."""
    silicon = box_table.table(request.param)
    cases = list(silicon) if WHOLE else sample(silicon)
    model = box_table.measure(request.param, cases, box_table.pages(request.param))
    return [(case, silicon[case], model[case]) for case in cases]


@pytest.mark.full
def test_nine_in_ten_cells_are_as_measured(compared):
    off = [row for row in compared if not box_table.agrees(row[2], row[1])]
    assert len(compared) > 150
    assert len(off) <= (1 - AGREEING) * len(compared), off


@pytest.mark.full
def test_each_mechanism_is_as_measured(compared):
    named = {f"chain/{name}" for name in MECHANISMS}
    off = [row for row in compared if row[0] in named and not box_table.agrees(row[2], row[1])]
    assert not off


@pytest.mark.full
def test_a_box_is_not_the_default(compared):
    """Runs the same cases without -machine. If the default machine met the tables too, the tests
    above
    would prove nothing."""
    case, clocks, _ = next(row for row in compared if row[0] == "chain/linear:size=4M:stride=4K"
                           or row[0] == "chain/linear:size=512K:stride=4K")
    done = subprocess.run(
        [BUILD / "vpentium", "-m", "64", "-kernel", BUILD / "bareprobe.elf", "-append",
         f"command={case}:pages=ordered events=count_clocks repetitions=1 exit=qemu"],
        capture_output=True, text=True, check=True)
    found = dict(box_table.FINDING.findall(done.stdout))
    assert not box_table.agrees(float(found[case]), clocks)


@pytest.mark.parametrize("name", boxes())
def test_its_processor_clock_and_memory(vpentium, records, name):
    """They must be those of the profile's name and of its system's table of 16 MB chains."""
    run = vpentium("command=thesis/program1 events=count_clocks repetitions=2 exit=qemu",
                   "-machine",
                   name)
    said = {record["ev"]: record for record in records(run.stdout)}
    kind, mhz = name.split("-")
    assert kind.upper() in said["cpu"]["name"]
    assert round(float(said["cpu"]["mhz"])) == int(mhz)
    assert int(said["machine"]["memory_kb"]) >= 32 * 1024


def test_pages_take_ring_0(vpentium, records):
    run = vpentium("command=chain/linear:size=1K:stride=32:* events=count_clocks repetitions=2 "
                   "privilege=user exit=qemu")
    said = {record["bench"].rsplit("=", 1)[1]: record for record in records(run.stdout)
            if record["ev"] == "finding"}
    assert said["ordered"]["text"] == said["coloured"]["text"] == "needs ring 0"
    assert float(said["whole"]["value"]) == pytest.approx(2, abs=0.2)
