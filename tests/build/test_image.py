# SPDX-License-Identifier: MIT
"""The kernel image is small. A user's own benchmarks may make it larger; ours may not."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_BYTES = 96 * 1024  # text, data and bss, without what the probes count into (.samples)


def test_image_is_under_96_kb():
    command = [ROOT / "build/p5gate", "--allow-fdiv", "figure_3_*",
               "--size-limit", str(MOST_BYTES), ROOT / "build/bareprobe.elf"]
    gate = subprocess.run(command, capture_output=True, text=True, check=False)
    assert gate.returncode == 0, gate.stdout + gate.stderr
