# SPDX-License-Identifier: MIT
"""docs/emulators.md: its shell blocks are run unchanged and in order, and its table equals the
output of the comparison."""
import os
import pathlib
import re
import subprocess

import pytest

from bounds import HANG_BOUND

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/emulators.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)
# Exit status of each block. The fourth compares QEMU, which takes one clock for every instruction,
# with a P54C; it succeeds because fewer than 90 % of the rows differ.
STATUS = [0, 0, 0, 0, 0]


@pytest.fixture(name="said", scope="module")
def fixture_said(tmp_path_factory):
    """Returns the output of each block. All blocks run in one directory with one store."""
    folder = tmp_path_factory.mktemp("emulator")
    for name in ("build", "iso"):
        (folder / name).symlink_to(ROOT / (os.environ.get("BUILD", name) if name == "build"
                                           else name))
    said = []
    for block, status in zip(BLOCKS, STATUS, strict=True):
        done = subprocess.run(["bash", "-euc", block], cwd=folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=HANG_BOUND, check=False)
        assert done.returncode == status, (block, done.stdout, done.stderr)
        said.append(done.stdout + done.stderr)
    return said


@pytest.mark.full
def test_comparison_is_the_one_shown(said):
    shown = re.search(r"<!-- compare -->\n```\n(.*?)```", PAGE, re.S)[1]
    for line in shown.splitlines():
        assert line in said[0].splitlines()


@pytest.mark.full
def test_score_is_not_worse_than_itself(said):
    """The same log is compared with itself."""
    assert re.search(r"^SCORE suite=1 chip=p55c strict=\d+/\d+ ", said[1], re.M), said[1]


@pytest.mark.full
def test_medium_is_in_the_store(said):
    assert re.search(r"my emulator .* ok +suite quick$", said[2], re.M), said[2]


@pytest.mark.full
def test_more_rows_differ_than_allowed_fails(said, tmp_path):
    """In the comparison 13 of 17 rows differ, 76 %. A limit of 90 % allows this and one of 70 %
    does not."""
    assert "13 differ" in said[3]
    log = tmp_path / "mine.log"
    with log.open("w") as file:
        subprocess.run([ROOT / "iso/run_qemu.sh", ROOT / "build/bareprobe.elf",
                        "-icount", "shift=0",
                        "-append", "command=instr/alu repetitions=5 exit=qemu"], stdout=file,
                       stdin=subprocess.DEVNULL, timeout=HANG_BOUND, check=True)
    done = subprocess.run([ROOT / "build/bareprobe", "compare", log, "silicon:p54c-100",
                           "--fail-above", "70"], capture_output=True, check=False)
    assert done.returncode == 1


@pytest.mark.full
def test_two_runs_are_compared(said):
    assert "thesis/program1" in said[4]


def test_each_command_of_the_table_is_there():
    """The scripts exist and can be run; those of Debian's emulators are run in tests/boot."""
    commands = re.findall(r"^\| \w+ \| `(?:node )?(iso/\S+) ", PAGE, re.M)
    assert len(commands) == 5
    for command in commands:
        assert os.access(ROOT / command, os.X_OK) or command.endswith(".mjs"), command


def test_every_suite_of_the_menu_is_told_of():
    named = set(re.findall(r"^\| `(\w+)` \| `(\w)` \|", PAGE, re.M))
    menu = (ROOT / "iso/grub.cfg").read_text()
    offered = set(re.findall(r"--id=(\w+) --hotkey=(\w)", menu))
    assert named == offered - {("all", "l"), ("monitor", "x"), ("own", "o"), ("port", "p"),
                               ("speed", "s"), ("report", "r")}
