# SPDX-License-Identifier: MIT
"""Counts of a benchmark do not depend on the optimisation level with which the harness is
compiled."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.full

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
HARNESS = ("boot", "kernel", "pmc", "serial", "stats")  # all of the image except the benchmarks
SETTINGS = ("command=thesis/program*,apps/copy,apps/sort,apps/matmul,branch/direction,"
            "pipe/* "
            "state=both events=count_clocks,btb_hits,data_read_miss,code_cache_miss repetitions=2 "
            "exit=qemu")
BUS_PHASE = 3  # clocks: two bus clocks, because a run may start in another phase of the bus


def image(folder, level):
    """Links a kernel compiled at that level with the existing objects of the benchmarks and the
    library."""
    (folder / "kernel").mkdir(parents=True)
    for part in (BUILD / "kernel").iterdir():
        if part.name not in HARNESS:
            copy = shutil.copytree if part.is_dir() else shutil.copy2
            copy(part, folder / "kernel" / part.name)
    shutil.copytree(BUILD / "kernel/kernel/lib", folder / "kernel/kernel/lib")
    for tool in ("p5gate", "benchcheck", "compiler.bench"):
        shutil.copy2(BUILD / tool, folder / tool)
    # make must not rebuild these
    tools = [f"-o{folder / tool}" for tool in ("p5gate", "benchcheck")]
    subprocess.run(["make", "-s", f"BUILD={folder}", f"OPTIMIZE={level}", *tools,
                    folder / "bareprobe.elf"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder / "bareprobe.elf"


def results(kernel):
    """Returns the numbers of each result and finding, keyed by the fields that identify it."""
    run = subprocess.run([BUILD / "vpentium", "-kernel", kernel, "-append", SETTINGS],
                         capture_output=True, text=True, check=True, timeout=600)
    found = dict(re.findall(r"ev=(result .* n=\d+|finding .* name=\S+) (.*) crc=", run.stdout))
    assert len(found) > 1000
    return found


@pytest.fixture(name="expected", scope="module")
def fixture_expected():
    return results(BUILD / "bareprobe.elf")


def same(name, one, other):
    """Occurrences must be equal. Clocks may differ by the phase of the bus."""
    if one == other or "event=count_clocks" not in name:
        return one == other
    means = [float(re.search(r"mean=(\S+)", numbers)[1]) for numbers in (one, other)]
    return abs(means[0] - means[1]) <= BUS_PHASE


@pytest.mark.parametrize("level", ["-O1", "-O2", "-O3"])
def test_results_are_the_same(expected, tmp_path, level):
    kernel = image(tmp_path / "build", level)
    assert kernel.read_bytes() != (BUILD / "bareprobe.elf").read_bytes()
    found = results(kernel)
    assert found.keys() == expected.keys()
    assert [name for name in found if not same(name, found[name], expected[name])] == []
