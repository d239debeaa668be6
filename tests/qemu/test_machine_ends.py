# SPDX-License-Identifier: MIT
"""Tests exit= with a BIOS: QEMU ends with status 0 when it is reset (-no-reboot) or when its BIOS
turns it off, and otherwise keeps running."""
import pathlib
import subprocess

import pytest

from bounds import HANG_BOUND

KERNEL = pathlib.Path(__file__).resolve().parents[2] / "build" / "bareprobe.elf"


@pytest.mark.parametrize("way", ["reboot", "poweroff"])
def test_machine_ends_by_itself(records, way):
    settings = f"command=thesis/program1 events=branch repetitions=1 exit={way}"
    command = ["qemu-system-i386", "-cpu", "pentium", "-m", "4", "-no-reboot", "-display", "none",
               "-serial", "stdio", "-kernel", KERNEL, "-append", settings]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=HANG_BOUND, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert records(done.stdout)[-1]["status"] == "ok"
