# SPDX-License-Identifier: MIT
"""Tests the kernel's text screen and keyboard in QEMU while the kernel runs."""
import contextlib
import os
import pathlib
import re
import socket
import subprocess
import time

import pytest

from bounds import HANG_BOUND

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")
COLUMNS, ROWS = 80, 25


class Machine:
    """A kernel in QEMU, whose screen is read and whose keys are pressed through QEMU's monitor."""

    def __init__(self, process, monitor, folder):
        self.process, self.monitor, self.folder = process, monitor, folder
        self.command("")  # reads the greeting

    def command(self, text):
        """The monitor's answer to a command."""
        if text:
            self.monitor.sendall(text.encode() + b"\n")
        said = b""
        while not said.endswith(b"(qemu) "):
            try:
                piece = self.monitor.recv(4096)
            except ConnectionResetError:  # an end with a command unread
                piece = b""
            if not piece:
                raise ConnectionError("QEMU has ended: " + (self.folder / "wire").read_text())
            said += piece
        return said

    def screen(self):
        dump = self.folder / "screen"
        self.command(f'pmemsave 0xb8000 {2 * COLUMNS * ROWS} "{dump}"')
        text = dump.read_bytes()[::2].decode("cp437")
        return [text[row * COLUMNS:][:COLUMNS].rstrip() for row in range(ROWS)]

    def until(self, seen):
        """Waits until `seen(screen)` is true; returns that screen."""
        deadline = time.monotonic() + HANG_BOUND
        while time.monotonic() < deadline:
            shown = self.screen()
            if seen(shown):
                return shown
            time.sleep(0.05)
        raise TimeoutError("\n".join(shown))

    def press(self, key):
        self.command(f"sendkey {key}")

    def ended(self):
        """The value the kernel wrote to port F4h; isa-debug-exit turns n into status 2 * n + 1."""
        return self.process.wait(timeout=HANG_BOUND) >> 1


@pytest.fixture
def machine(tmp_path):
    """machine(settings, *options) starts a machine, which ends with the test."""
    with contextlib.ExitStack() as stack:
        def start(settings, *options):
            path = tmp_path / "monitor"
            process = stack.enter_context(subprocess.Popen(
                ["qemu-system-i386", "-cpu", "pentium", "-m", "16", "-no-reboot",
                 "-display", "none", "-kernel", BUILD / "bareprobe.elf", "-append", settings,
                 "-monitor", f"unix:{path},server,nowait", "-serial", f"file:{tmp_path / 'wire'}",
                 "-device", "isa-debug-exit,iobase=0xf4,iosize=4", *options],
                stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            stack.callback(process.kill)
            monitor = stack.enter_context(socket.socket(socket.AF_UNIX))
            deadline = time.monotonic() + HANG_BOUND
            while monitor.connect_ex(str(path)) and time.monotonic() < deadline:
                time.sleep(0.05)
            return Machine(process, monitor, tmp_path)
        yield start


def asks(shown):
    return shown[-1] == "any key: next page   Esc: end the run"


def test_page_by_page_and_out(machine):
    box = machine("command=thesis/* repetitions=2 console=none exit=qemu")
    first = box.until(asks)[:-1]
    assert first[0] == "console: none; the report is shown here"
    box.press("spc")
    second = box.until(lambda shown: asks(shown) and shown[:-1] != first)[:-1]
    assert second != first
    box.press("esc")
    assert box.ended() == 1


def test_pages_leave_no_line_out(machine):
    """Each page continues where the previous one ended; checked with the settings, one per line."""
    box = machine("command=thesis/program1 repetitions=2 dump_parms=yes console=none exit=qemu")
    pages, events = [], []
    while len(pages) < 4:
        pages.append(box.until(lambda shown: asks(shown) and shown[:-1] not in pages)[:-1])
        events += [line for line in pages[-1] if re.fullmatch(r" +\w+ = .*;", line)]
        box.press("ret")
    assert len(set(events)) == len(events) > 2 * ROWS


def test_the_port_is_named(machine):
    box = machine("command=no/such exit=halt")
    shown = box.until(lambda shown: shown[-1] == "The run has ended: failed")
    assert "console: records go to port 0x3f8: 16550A, 115200 baud" in shown
    assert not any("cannot receive" in line for line in shown)


def test_an_unusual_speed_is_reported(machine):
    """tests/host/test_listeners.py runs the programs that the line names."""
    box = machine("command=no/such exit=halt console=com1,28800")
    shown = box.until(lambda shown: shown[-1] == "The run has ended: failed")
    place = shown.index("console: records go to port 0x3f8: 16550A, 28800 baud")
    assert shown[place + 1] == "console: stty, screen and minicom cannot receive at 28800 baud"


def test_progress_beside_the_port(machine):
    box = machine("command=thesis/hello repetitions=200 exit=halt")
    shown = box.until(lambda shown: re.search(r"pass \d+/\d+", shown[-1]))
    assert re.fullmatch(r"\[#*-*\] +\d+ %  pass \d+/\d+  \d+ s left  "
                        r"Space: pages  Esc: end the run", shown[-1])
    box.press("esc")
    box.until(lambda shown: shown[-1] == "The run has ended: failed")
    assert "ended at the keyboard" in (box.folder / "wire").read_text(encoding="ascii")


def test_pages_beside_the_port_once_somebody_reads(machine):
    """The run waits for no reader until a key is pressed; then it waits after each page. The serial
    line still carries records."""
    box = machine("command=thesis/program1 repetitions=2 runs=10000 exit=qemu")
    box.until(lambda shown: any("Results (for" in line for line in shown))
    box.press("spc")
    first = box.until(asks)[:-1]
    time.sleep(1)
    assert box.screen()[:-1] == first
    box.press("spc")
    box.until(lambda shown: asks(shown) and shown[:-1] != first)
    box.press("esc")
    assert box.ended() == 1
    assert (box.folder / "wire").read_text(encoding="ascii").startswith("BP seq=0 ev=start ")


def test_summary_stays(machine):
    box = machine("command=thesis/program1 events=branches repetitions=2 exit=halt")
    shown = box.until(lambda shown: shown[-1].startswith("The run has ended"))
    assert re.fullmatch(r"\d+ results?, 0 errors: ok", shown[-2])
    assert shown[-1] == "The run has ended: ok"
    assert box.screen() == shown


def test_without_an_adapter_the_port_has_it_all(machine):
    box = machine("command=thesis/program1 events=branches repetitions=2 exit=qemu", "-vga", "none")
    assert box.ended() == 0
    assert (box.folder / "wire").read_text(encoding="ascii").count("ev=done") == 1


def test_esc_behind_the_end_opens_a_prompt(machine):
    """The machine has halted; a key wakes it and opens a prompt that executes what is typed."""
    box = machine("command=thesis/program1 events=branches repetitions=2 exit=halt")
    box.until(lambda shown: shown[-1] == "The run has ended: ok")
    box.press("spc")
    box.press("esc")
    box.until(lambda shown: shown[-1] == "bareprobe> _")
    for key in ("r", "d", "t", "s", "d", "backspace", "c", "shift-spc", "ret"):
        box.press(key)
    shown = box.until(lambda shown: any(line.startswith("TSC = ") for line in shown))
    assert "bareprobe> rdtsc" in shown
    for key in ("b", "y", "e", "ret"):
        box.press(key)
    box.ended()


# Time is counted in instructions: with the host's time, a busy host can prevent the measurement
# of the clock rate, and without that no page waits.
COUNTED = ("-icount", "shift=3")


@pytest.mark.full
def test_a_key_typed_at_a_full_screen_is_for_the_prompt(machine):
    """The list of commands has several pages, and the last line shows which keys page. Shift is a
    key too: its letter arrives as typed. Afterwards no page of that answer waits."""
    box = machine("exit=monitor console=none", *COUNTED)
    box.until(lambda shown: shown[-1] == "bareprobe> _")
    rule = "Space: next page   Esc: end   other keys: the next command"
    for key in ("h", "e", "l", "p", "ret"):
        box.press(key)
    first = box.until(lambda shown: shown[-1] == rule)
    assert any("bareprobe> help" in line for line in first)
    box.press("spc")
    box.until(lambda shown: shown[-1] == rule and shown[:-1] != first[:-1])
    for key in ("shift-r", "d", "t", "s", "c"):
        box.press(key)
    box.until(lambda shown: shown[-1] == "bareprobe> Rdtsc_")
    box.press("ret")
    box.until(lambda shown: any(line.startswith("TSC = ") for line in shown))


@pytest.mark.full
def test_short_answers_do_not_wait(machine):
    """A page begins with each command, so 30 answers of two lines fill no page."""
    box = machine("exit=monitor console=none", *COUNTED)
    box.until(lambda shown: shown[-1] == "bareprobe> _")
    for turn in range(30):
        for key in ("r", "d", "t", "s", "c", "ret"):
            box.press(key)
        if turn % 10 == 9:
            box.until(lambda shown: shown[-1] == "bareprobe> _" and shown[-2].startswith("TSC = "))
