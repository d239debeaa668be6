# SPDX-License-Identifier: MIT
"""QEMU as a box at the end of a serial line: its COM1 is a pseudo-terminal, its switch and its
report of the speed that the kernel set are QEMU's monitor and trace. QEMU sends as fast as it can
at any speed: what a byte takes on a wire is not modelled. The box halts at the end, as one of
silicon does: with QEMU's end of a pseudo-terminal goes what was not yet read."""
import os
import pathlib
import re
import subprocess
import time

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")
HANG_BOUND = 60  # seconds


class QemuBox:
    """Held before its first instruction until switch_on(), so that nothing is sent unheard."""

    def __init__(self, folder, *options):
        self.trace = folder / "qemu.trace"
        self.process = subprocess.Popen(
            ["qemu-system-i386", "-S", "-cpu", "pentium", "-m", "16", "-display", "none",
             "-serial", "pty", *(() if "-monitor" in options else ("-monitor", "stdio")),
             "-trace", "serial_update_parameters", "-D", self.trace, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.port = self.answer(r"redirected to (/dev/pts/\d+)")[1]

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.communicate()

    def answer(self, pattern):
        for line in self.process.stdout:
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"QEMU ended without {pattern}")

    def monitor(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def switch_on(self):
        self.monitor("cont")

    def line_settings(self):
        """What the UART was last set to: (baud, parity, data bits, stop bits)."""
        lines = self.trace.read_text().splitlines()
        words = re.search(r"baudrate=(\d+) parity='(.)' data=(\d) stop=(\d)", lines[-1]).groups()
        return int(words[0]), words[1], int(words[2]), int(words[3])


def kernel(settings):
    return "-kernel", BUILD / "bareprobe.elf", "-append", settings


def wait_until(condition, what):
    deadline = time.monotonic() + HANG_BOUND
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)
