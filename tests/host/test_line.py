# SPDX-License-Identifier: MIT
"""`bareprobe capture` on a bad line, a pseudo-terminal: every accepted result is correct, and every
loss is reported."""
import contextlib
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import time
import tty

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import line_damage
from bounds import HANG_BOUND
from line_damage import BUILD, KINDS, LINES, LOG, UNPLUGGED



@pytest.fixture(scope="module")
def clean():
    return line_damage.accepted_bytes(LOG)


class Box:
    """A pseudo-terminal with a name that remains the same when it is unplugged and plugged in
    again."""

    def __init__(self, link):
        self.link = link
        self.master = None
        self.plug_in()

    def plug_in(self):
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(slave))
        self.slave = slave  # kept open until there is a listener, or written data would be lost

    def unplug(self):
        os.close(self.slave)
        os.close(self.master)

    def send(self, data):
        deadline = time.monotonic() + HANG_BOUND
        os.set_blocking(self.master, False)
        while data:
            assert time.monotonic() < deadline, "nobody reads"
            if select.select([], [self.master], [], 1)[1]:
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self.master, data):]


class Capture:
    """A running `bareprobe capture`; said() waits for its output."""

    def __init__(self, ports, *options, cwd):
        self.stderr = cwd / "stderr"
        with self.stderr.open("w") as stderr:
            self.process = subprocess.Popen(
                [BUILD / "bareprobe", "capture", *ports, *options], cwd=cwd, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr)

    def said(self, what):
        self.until(lambda: re.search(what, self.stderr.read_text()), what)

    def until(self, condition, what):
        deadline = time.monotonic() + HANG_BOUND
        while not condition():
            assert time.monotonic() < deadline, (what, self.stderr.read_text())
            time.sleep(0.01)

    def end(self):
        """Returns (exit status, stdout, stderr) after it ended by itself."""
        try:
            stdout, _ = self.process.communicate(timeout=HANG_BOUND)
        finally:
            self.process.kill()
        return self.process.returncode, stdout, self.stderr.read_text()


def transmit(box, capture, pieces, log):
    """Sends the pieces over the line. The adapter is unplugged at UNPLUGGED."""
    sent = 0
    for piece in pieces:
        if piece is UNPLUGGED:
            capture.until(lambda: log.exists() and log.stat().st_size == sent,
                          "all before has come")
            box.unplug()
            capture.said("has disappeared")
            box.plug_in()
            capture.said("has returned")
        else:
            box.send(piece)
        sent += len(piece)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_capture(kind, clean, tmp_path):
    pieces = line_damage.damaged(kind)
    box, log = Box(tmp_path / "ttyBOX"), tmp_path / "raw.log"
    runs = "2" if kind is line_damage.reboot else "1"
    capture = Capture([box.link], "-o", log, "--timeout", "1.5", "--runs", runs, cwd=tmp_path)
    capture.said("waiting for a machine")
    transmit(box, capture, pieces, log)
    status, stdout, stderr = capture.end()

    assert log.read_bytes() == b"".join(pieces)
    account = line_damage.accepted(log)
    assert line_damage.wrong_results(account, clean) == 0
    assert line_damage.silent_losses(account, clean) == 0
    told = [(how, int(n)) for how, n in re.findall(r"run \d+: (\w+), (\d+) results", stdout)]
    assert told == [("ok" if run["done"] else "incomplete", len(account.results[run["run"]]))
                    for run in account.runs]
    whole = all(run["complete"] for run in account.runs)
    assert status == (0 if whole else 3)
    assert whole or re.search(r"results lost|records lost|incomplete", stderr)


def test_table_in_readme_is_what_happens():
    readme = (pathlib.Path(__file__).resolve().parent / "README.md").read_text()
    assert line_damage.table() in readme


@pytest.mark.parametrize("forged", ((), ("forge",)))
def test_lines_damaged_at_random(tmp_path, forged):
    """Tests the reader directly. If the CRC is forged, as by chance once in 65536 lines, the rules
    for results must refuse nearly all: with 5 in 1000, one in 13 million is wrong."""
    log = tmp_path / "log"
    log.write_bytes(LOG)
    done = subprocess.run([BUILD / "damage", log, "1", "100000", *forged], capture_output=True,
                          text=True, check=False, timeout=HANG_BOUND)
    damaged, wrong, silent = (int(re.search(pattern, done.stdout)[1]) for pattern in (
        r"(\d+) lines damaged", r"(\d+) wrong,", r"(\d+) copies with a silent loss"))
    assert damaged == 100000 and silent == 0
    assert wrong <= (500 if forged else 0)


def test_damaged_line_is_named(tmp_path):
    """One digit of a mean is changed. The CRC and the message follow from check_wire.py's crc16."""
    place = next(i for i, line in enumerate(LINES) if b"ev=result" in line)
    line = LINES[place].replace(b" mean=", b" mean=1")
    log = b"".join(LINES[:place]) + line + b"".join(LINES[place + 1:])
    box = Box(tmp_path / "ttyBOX")
    capture = Capture([box.link], cwd=tmp_path)
    capture.said("waiting for a machine")
    box.send(log)
    status, _, stderr = capture.end()
    said = line.split()[-1][4:].decode()
    assert status == 3
    assert re.search(rf"capture: line {place + 1}: damaged \(crc [0-9a-f]{{4}}, line says {said}\)",
                     stderr)
    assert "1 of 156 results lost" in stderr


def test_two_ports_at_once(tmp_path, clean):
    boxes = [Box(tmp_path / name) for name in ("ttyONE", "ttyTWO")]
    capture = Capture([box.link for box in boxes], "--logs", "logs", cwd=tmp_path)
    capture.said("ttyTWO: waiting")
    half = len(LOG) // 2
    for part in (LOG[:half], LOG[half:]):
        for box in boxes:
            box.send(part)
    status, stdout, _ = capture.end()
    assert status == 0
    logs = sorted((tmp_path / "logs").iterdir())
    assert [log.read_bytes() for log in logs] == [LOG, LOG]
    assert len(re.findall(f"ok, {len(clean.results[0])} results", stdout)) == 2
    assert re.findall(r", stored as run (\d) of bareprobe.db$", stdout, re.M) == ["1", "2"]
    assert "bareprobe show" not in stdout  # "last" would be only one of them


@pytest.mark.parametrize("options, commands", (
    ((), "bareprobe html last\n"), (("--db", "my.db"), "bareprobe html last --db my.db\n"),
    (("--no-store",), " in raw.log\n")))
def test_commands_that_show_a_run(tmp_path, options, commands):
    box = Box(tmp_path / "ttyBOX")
    capture = Capture([box.link], "-o", "raw.log", *options, cwd=tmp_path)
    capture.said("waiting for a machine")
    box.send(LOG)
    status, stdout, _ = capture.end()
    assert status == 0 and stdout.endswith(commands)


def test_ctrl_c_keeps_what_came(tmp_path):
    box, log = Box(tmp_path / "ttyBOX"), tmp_path / "raw.log"
    capture = Capture([box.link], "-o", log, cwd=tmp_path)
    capture.said("waiting for a machine")
    part = b"".join(LINES[:1000])
    box.send(part)
    capture.until(lambda: log.exists() and log.stat().st_size == len(part), "all has come")
    capture.process.send_signal(signal.SIGINT)
    status, stdout, stderr = capture.end()
    assert status == 3 and "incomplete" in stdout and "incomplete" in stderr
    assert log.read_bytes() == part
    listed = subprocess.run([BUILD / "bareprobe", "list", "runs"], capture_output=True, text=True,
                            cwd=tmp_path, check=True, timeout=HANG_BOUND)
    assert "incomplete" in listed.stdout


@pytest.mark.parametrize("arguments, status, message", [
    ([], 2, "no port given"),
    (["/dev/ttyNONE9"], 3,
     "/dev/ttyNONE9: No such file or directory; serial ports of this computer"),
    (["/dev/null"], 3, "/dev/null: not a serial port"),
    (["/dev/ttyS0,fast"], 3, "BAUD: 'fast' is not a number from 50 to 4e+06"),
    (["/dev/a", "/dev/b", "-o", "x"], 2, "-o names one file"),
    (["/dev/a", "--runs", "0"], 2, "--runs: '0' is not a number"),
    (["/dev/a", "--runs", "2", "--forever"], 2,
     "--forever and --runs cannot be combined"),
    (["/dev/a", "--db", "x.db", "--no-store"], 2,
     "--db and --no-store cannot be combined"),
    (["/dev/a", "--timout", "2"], 2, "did you mean --timeout?"),
])
def test_wrong_use(arguments, status, message, tmp_path):
    done = subprocess.run([BUILD / "bareprobe", "capture", *arguments], capture_output=True,
                          text=True, cwd=tmp_path, check=False, timeout=HANG_BOUND)
    assert (done.returncode, done.stdout) == (status, "")
    assert message in done.stderr
