# SPDX-License-Identifier: MIT
"""Follows the handbook's first page without a key press: boots a medium, captures the run, then
shows, plots and exports it."""
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/host"))
from boot.machines import qemu_options
from boxes import BUILD, QemuBox
from tiers import full

SETTINGS = {"floppy": "bareprobe.img", "cd": "bareprobe.iso"}


def bareprobe(*arguments, cwd):
    done = subprocess.run([BUILD / "bareprobe", *arguments], cwd=cwd, capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, timeout=120, check=False)
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


def captured(folder, drive):
    """Boots the default entry of a medium that `make` built; returns the output of `capture`."""
    options = qemu_options(drive, BUILD / SETTINGS[drive])
    with QemuBox(folder, *options) as box:
        with subprocess.Popen([BUILD / "bareprobe", "capture", box.port], cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True) as capture:
            box.switch_on()
            try:
                said = capture.communicate(timeout=120)[0]
            finally:
                capture.kill()
            assert capture.returncode == 0, said
            return said


@pytest.mark.parametrize("drive", ["floppy", full("cd")])
def test_default_entry_ends_in_the_store(tmp_path, drive):
    said = captured(tmp_path, drive)
    assert re.search(r"run 1: ok, \d+ results", said), said
    assert re.search(r" ok +suite quick$", bareprobe("list", "runs", cwd=tmp_path), re.M)
    assert "thesis/program1" in bareprobe("show", "last", cwd=tmp_path)
    bareprobe("plot", "bars", "last", "--event", "time_stamp", "-o", "p.svg", cwd=tmp_path)
    assert "<svg" in (tmp_path / "p.svg").read_text()
    bareprobe("html", "last", "-o", "page.html", cwd=tmp_path)
    assert "thesis/program1" in (tmp_path / "page.html").read_text()
