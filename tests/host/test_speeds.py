# SPDX-License-Identifier: MIT
"""`bareprobe capture` and `run --serial` on QEMU's COM1, a pseudo-terminal: each baud rate, and all
kinds of ends. A pseudo-terminal has no baud rate, so a model computes what a UART receives at a
wrong one."""
import contextlib
import fractions
import functools
import pathlib
import re
import signal
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from boxes import HANG_BOUND, QemuBox, kernel, wait_until
from line_damage import BUILD, LOG
from tiers import fast_cases
from test_line import Box, Capture
from uart_pair import received

SPEEDS = [300, 600, 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200]
# A small run, as one would choose at 300 baud: one benchmark, one event, and the records of every
# run.
SHORT = "command=thesis/program1 events=time_stamp repetitions=2"
LONG = "command=thesis/* events=all repetitions=2000"


def checked(log, records):
    """Returns the log's records after check_wire.py has checked each CRC and seq."""
    return records(log.read_text())


@pytest.mark.parametrize("baud", fast_cases(3, [300, 9600, 115200, *SPEEDS[1:5], *SPEEDS[6:-1]]))
def test_capture_at_each_speed(baud, tmp_path, records):
    log = tmp_path / "raw.log"
    with QemuBox(tmp_path, *kernel(f"{SHORT} console=com1,{baud}")) as box:
        capture = Capture([f"{box.port},{baud}"], "-o", log, cwd=tmp_path)
        capture.said("waiting for a machine")
        box.switch_on()
        status, stdout, stderr = capture.end()
    assert (status, len(re.findall("run 1: ok, ", stdout))) == (0, 1), stderr
    assert box.line_settings() == (baud, "N", 8, 1)
    wire = checked(log, records)
    assert (wire[0]["ev"], wire[-1]["ev"], wire[-1]["status"]) == ("start", "done", "ok")
    assert f"console=com1,{baud}" in wire[0]["arguments"]
    told = int(re.search(r"ok, (\d+) results", stdout)[1])
    assert str(told) == wire[-1]["results"] and told > 0


@pytest.mark.parametrize("baud", (300, 115200))
def test_run_waits_for_the_box_and_prints_its_report(baud, tmp_path, records):
    log, stderr = tmp_path / "raw.log", tmp_path / "said"
    settings = f"{SHORT} console=com1,{baud}"
    with QemuBox(tmp_path, *kernel(settings)) as box, stderr.open("w") as said:
        run = subprocess.Popen([BUILD / "bareprobe", "run", "--serial", f"{box.port},{baud}", "-b",
                                "thesis/program1", "-o", log], cwd=tmp_path, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said)
        wait_until(lambda: " to boot" in stderr.read_text(), "it waits")
        box.switch_on()
        report, _ = run.communicate(timeout=HANG_BOUND)
        assert run.returncode == 0, stderr.read_text()
    assert box.line_settings()[0] == baud
    assert re.search(r"^thesis/program1 +0 +[1-9][\d,]* ", report, re.M), report
    assert "1 result, 0 errors: ok" in report
    assert checked(log, records)[-1]["status"] == "ok"


@contextlib.contextmanager
def in_mid_run(tmp_path, *options):
    """Returns a machine in the middle of a long run, and the process that captures it."""
    log = tmp_path / "raw.log"
    with QemuBox(tmp_path, *kernel(LONG)) as box:
        capture = Capture([box.port], "-o", log, *options, cwd=tmp_path)
        capture.said("waiting for a machine")
        box.switch_on()
        wait_until(lambda: log.exists() and b"ev=tick" in log.read_bytes(), "a pass is over")
        yield box, capture, log


def test_box_switched_off(tmp_path):
    """QEMU closes its end of the line: the port disappears, as with an unplugged adapter."""
    with in_mid_run(tmp_path) as (box, capture, log):
        box.process.kill()
        capture.said(r"/dev/pts/\d+ has disappeared \(unplugged\?\) in line \d+; waiting")
        capture.process.send_signal(signal.SIGINT)
        status, stdout, _ = capture.end()
    assert status == 3 and "run 1: incomplete" in stdout
    assert b"ev=done" not in log.read_bytes() and log.read_bytes().endswith(b"\n")


def test_line_goes_dead(tmp_path):
    """As with a machine that hangs or a disconnected cable: the port exists, but no byte
    arrives. On a computer with other work, QEMU's start is silent for more than a second."""
    with in_mid_run(tmp_path, "--timeout", "5") as (box, capture, _):
        box.monitor("stop")
        status, stdout, stderr = capture.end()
    assert status == 3 and "run 1: incomplete" in stdout
    assert "no data for 5 s, in the middle of a run: giving up" in stderr


def test_ctrl_c_in_mid_run(tmp_path):
    with in_mid_run(tmp_path) as (_, capture, log):
        capture.process.send_signal(signal.SIGINT)
        status, stdout, stderr = capture.end()
    assert status == 3 and "run 1: incomplete" in stdout and "incomplete" in stderr
    assert log.read_bytes().startswith(b"BP seq=0 ev=start ")


def test_report_as_text_is_told(tmp_path):
    with QemuBox(tmp_path, *kernel(f"{SHORT} report=text")) as box:
        log = tmp_path / "raw.log"
        capture = Capture([box.port], "-o", log, cwd=tmp_path)
        capture.said("waiting for a machine")
        box.switch_on()
        capture.said("sends its report as text")
        capture.until(lambda: re.search(rb"1 result, 0 errors", log.read_bytes()), "the last line")
        capture.process.send_signal(signal.SIGINT)
        status, _, stderr = capture.end()
    assert status == 3
    assert stderr.count("sends its report as text") == 1 and "report=records" in stderr
    assert "is not text" not in stderr


def test_nothing_at_all_is_told(tmp_path):
    with QemuBox(tmp_path, *kernel(SHORT)) as box:
        capture = Capture([box.port], "--timeout", "0.3", cwd=tmp_path)
        status, _, stderr = capture.end()
    assert status == 3 and "no data received: is the machine on" in stderr


def test_equal_speeds_are_received_as_sent():
    assert received(LOG[:1000], 9600, 9600, 2000) == LOG[:1000]


@pytest.mark.parametrize("byte, heard", [
    # A receiver of twice the speed sees each bit twice. U is 01010101 from the lowest bit on, its
    # line 0 10101010 1: doubled 00 11 00 11 00 11 00 11 00 11, so start 0, bits 01100110 (66h),
    # stop 0; the line rises in the next doubled bit: 11, start 0, bits 01100110 once more.
    (b"UU", 0x66),
    # NUL holds the line low for nine bits, eighteen of the receiver: 00 and no stop bit.
    (b"\0\0", 0x00),
])
def test_a_receiver_twice_as_fast(byte, heard):
    assert received(byte * 20, 9600, 19200, 1)[0] == heard


HEARD = 300  # bytes; the first 256 are judged at once


@functools.cache
def heard_of_a_run(ratio):
    """Returns what a UART receives of a run, up to HEARD bytes; only the ratio of the speeds
    matters."""
    return received(LOG[:int(HEARD * 4 * max(1, ratio))], ratio.numerator, ratio.denominator, HEARD)


@pytest.mark.parametrize("sent", fast_cases(3, [300, 9600, 115200, *SPEEDS[1:5], *SPEEDS[6:-1]]))
def test_wrong_speed_is_told(sent, tmp_path):
    """All speeds except the sender's are tried, each with the bytes that its UART receives of a
    run's log."""
    others = [speed for speed in SPEEDS if speed != sent]
    heard = {speed: heard_of_a_run(fractions.Fraction(sent, speed)) for speed in others}
    boxes = {speed: Box(tmp_path / f"tty{speed}") for speed in others}
    capture = Capture([f"{boxes[speed].link},{speed}" for speed in others], "--timeout", "1",
                      "--no-store", cwd=tmp_path)
    capture.said(f"tty{others[-1]}: waiting")
    for speed, box in boxes.items():
        box.send(heard[speed])
    status, _, stderr = capture.end()
    assert status == 3
    for speed in others:
        assert stderr.count(f"tty{speed}: the received data is not text") == 1, \
            (sent, speed, stderr)
        assert f"port is set to {speed} baud" in stderr
