# SPDX-License-Identifier: MIT
"""`bareprobe monitor` with a machine that ends, restarts or becomes silent in the middle of an
answer. The machine is a pseudo-terminal on which a few lines of Python answer frames."""
import binascii
import contextlib
import os
import pathlib
import re
import select
import signal
import subprocess
import threading
import time
import tty

import pytest

from bounds import HANG_BOUND

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")


class Box:
    """Answers each frame completely, except the one with `word`: it sends only `asked` for that
    one. Then it does `then`: "hang up", "forget" the question, or be "silent"."""

    def __init__(self, word, then):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        self.word, self.then = word, then
        self.seq, self.stops, self.over = 0, 0, False
        self.reached = threading.Event()
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def send(self, text):
        body = f"BP seq={self.seq} {text}"
        self.seq += 1
        crc = binascii.crc_hqx(body.encode(), 0xffff)  # CRC-16/CCITT-FALSE starts with FFFFh
        os.write(self.master, f"{body} crc={crc:04x}\r\n".encode())

    def answer(self, frame):
        ask = re.match(r"BP ask=(\d+)", frame)[1]
        if self.reached.is_set():
            if self.then == "forget":
                self.send("ev=again")
            return
        first = self.seq
        self.send(f"ev=asked ask={ask}")
        if self.word in frame:
            self.reached.set()
            return
        self.send(f'ev=answered ask={ask} from={first} status=ok prompt="bareprobe> "')

    def serve(self):
        got = ""
        while not self.over and not (self.reached.is_set() and self.then == "hang up"):
            if select.select([self.master], [], [], 0.1)[0]:
                got += os.read(self.master, 4096).decode()
            self.stops += got.count("\x03")
            *lines, got = got.replace("\x03", "").split("\n")
            for line in lines:
                if line.startswith("BP ask="):
                    self.answer(line)
        os.close(self.slave)
        os.close(self.master)

    def end(self):
        self.over = True
        self.thread.join()


@pytest.fixture(name="session")
def fixture_session():
    begun = []

    def begin(word, then, commands, *options):
        box = Box(word, then)
        child = subprocess.Popen([BUILD / "bareprobe", "monitor", "--serial", box.port, "-c",
                                  commands, *options], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        begun.append((box, child))
        return box, child

    yield begin
    for box, child in begun:
        child.kill()
        box.end()


@pytest.mark.parametrize("line", ("bye", "reboot", "poweroff"))
def test_the_end_needs_no_answer(session, line):
    _, child = session(line, "hang up", f"touched; {line}")
    _, said = child.communicate(timeout=HANG_BOUND)
    assert child.returncode == 0 and "no longer answers" not in said, said


def test_one_that_began_anew_is_lost(session):
    _, child = session("rdtsc", "forget", "touched; rdtsc; rdcr 4")
    _, said = child.communicate(timeout=HANG_BOUND)
    assert child.returncode == 3 and "no longer answers" in said, said


def test_ctrl_c_is_the_boxs_and_then_the_programs(session):
    """A run may be silent for minutes. The first Ctrl-C is sent to the machine, the second ends the
    program."""
    box, child = session("run", "silent", "run")
    assert box.reached.wait(HANG_BOUND)
    child.send_signal(signal.SIGINT)
    deadline = time.monotonic() + HANG_BOUND
    while not box.stops and time.monotonic() < deadline:
        time.sleep(0.02)
    assert box.stops and child.poll() is None
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=HANG_BOUND)
    assert child.returncode == 3 and "no longer answers" in said, said


def test_ctrl_c_while_nobody_answers():
    master, slave = os.openpty()
    tty.setraw(slave)
    with subprocess.Popen([BUILD / "bareprobe", "monitor", "--serial", os.ttyname(slave), "-c",
                           "rdtsc"], stderr=subprocess.PIPE, text=True) as child:
        try:
            assert any("waiting for a monitor" in line for line in child.stderr)
            assert select.select([master], [], [], HANG_BOUND)[0]  # it sends a question
            child.send_signal(signal.SIGINT)
            _, said = child.communicate(timeout=HANG_BOUND)
        finally:
            child.kill()
    assert child.returncode == 3 and "no monitor answers" in said, said
    os.close(master)
    os.close(slave)


def waiting_program(port, *options):
    return subprocess.Popen([BUILD / "bareprobe", "monitor", "--serial", port, "-c", "rdtsc",
                             *options], stderr=subprocess.PIPE, text=True)


def test_a_port_whose_other_side_is_gone():
    """The message names the port, the limit and the remedy."""
    master, slave = os.openpty()
    tty.setraw(slave)
    port = os.ttyname(slave)
    with waiting_program(port, "--timeout", "1") as child:
        assert select.select([master], [], [], HANG_BOUND)[0]  # it sends a question
        os.close(slave)
        os.close(master)
        _, said = child.communicate(timeout=HANG_BOUND)
    assert child.returncode == 3
    assert f"{port} has disappeared" in said and f"no monitor answers on {port} within 1 s" in said
    assert "--timeout" in said and "exit=monitor" in said


def test_a_machine_that_never_answers():
    """It sends something else without end, as in a run."""
    master, slave = os.openpty()
    tty.setraw(slave)
    port = os.ttyname(slave)
    with waiting_program(port, "--timeout", "1") as child:
        deadline = time.monotonic() + HANG_BOUND
        while child.poll() is None and time.monotonic() < deadline:
            os.write(master, b"x\n")
            time.sleep(0.1)
        child.kill()
        said = child.stderr.read()
    assert f"no monitor answers on {port} within 1 s" in said and child.returncode == 3, said
    os.close(master)
    os.close(slave)


def test_silence_in_an_answer_is_bounded(session):
    box, child = session("run", "silent", "run", "--timeout", "1")
    _, said = child.communicate(timeout=HANG_BOUND)
    assert f"{box.port}: no data for 1 s: giving up (--timeout sets the limit)" in said
    assert f"{box.port} no longer answers" in said and child.returncode == 3


def test_settings_are_sent_to_a_machine():
    master, slave = os.openpty()
    tty.setraw(slave)
    command = [BUILD / "bareprobe", "monitor", "--serial", os.ttyname(slave), "samples=7", "-c",
               "settings samples"]
    with machine_on(master):
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_BOUND,
                              check=False)
    os.close(slave)
    assert done.returncode == 0 and done.stdout.split() == ["samples", "=", "7;"], done.stderr


@contextlib.contextmanager
def machine_on(master, *options):
    """A virtual Pentium at its prompt, whose COM1 is the pseudo-terminal."""
    with subprocess.Popen([BUILD / "vpentium", "-kernel", BUILD / "bareprobe.elf", "-append",
                           "exit=monitor", "-input", "-", *options], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0) as machine:
        def carry(source, target):
            with contextlib.suppress(OSError):
                while data := os.read(source, 4096):
                    os.write(target, data)

        pairs = (master, machine.stdin.fileno()), (machine.stdout.fileno(), master)
        for pair in pairs:
            threading.Thread(target=carry, args=pair, daemon=True).start()
        try:
            yield
        finally:
            machine.kill()


@pytest.mark.parametrize("options, overrun", [
    (("-silicon", "uart-overrun"), True), pytest.param((), False, marks=pytest.mark.full),
    pytest.param(("-silicon", "uart-overrun", "-uart", "16450"), True, marks=pytest.mark.full),
])
def test_a_program_that_began_before_the_prompt(options, overrun):
    """Its first questions arrive before the machine reads its port. A UART without a FIFO keeps the
    last byte of each."""
    master, slave = os.openpty()
    tty.setraw(slave)
    with subprocess.Popen([BUILD / "bareprobe", "monitor", "--serial", os.ttyname(slave), "-c",
                           "wrmsr 11 xor 1; rdmsr 11"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as child:
        try:
            assert select.select([master], [], [], HANG_BOUND)[0]  # it has asked
            with machine_on(master, *options):
                answers, said = child.communicate(timeout=HANG_BOUND)
        finally:
            child.kill()
    written = "MSR 11 = 00000000:00000001\nCTR0: off\nCTR1: off\n"
    assert answers == written * 2 and child.returncode == 0, said
    assert overrun or "UART overrun" not in said  # it depends on the time of the first question
    os.close(slave)
