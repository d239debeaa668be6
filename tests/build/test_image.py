# SPDX-License-Identifier: MIT
"""The kernel is small: with the benchmarks of the suite `quick` (bareprobe-quick.elf) it loads less
than 128 KB."""
import pathlib
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_BYTES = 128 * 1024  # text and data


def test_quick_image_is_under_128_kb():
    options = (ROOT / "build/bareprobe.elf.allowed").read_text()
    command = [ROOT / "build/p5gate", *shlex.split(options), "--size-limit", str(MOST_BYTES),
               ROOT / "build/bareprobe-quick.elf"]
    gate = subprocess.run(command, capture_output=True, text=True, check=False)
    assert gate.returncode == 0, gate.stdout + gate.stderr
