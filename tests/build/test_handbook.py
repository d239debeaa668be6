# SPDX-License-Identifier: MIT
"""docs/handbook.md: its Linux commands are run with files as drives and a pseudo-terminal as the
serial adapter; its pin tables and transfer times are recomputed."""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import time
import tty

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/host"))
from bounds import HANG_BOUND
from line_damage import BUILD, LOG

HANDBOOK = (ROOT / "docs/handbook.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```", HANDBOOK, re.M | re.S)
FLOPPY_BYTES = 80 * 2 * 18 * 512


def block(command):
    """Returns the shell block that contains this command."""
    [found] = [block for block in BLOCKS if command in block]
    return found


@pytest.fixture(name="shell")
def fixture_shell(tmp_path):
    """Makes a directory with build/ and a `sudo` that needs no password; returns a function that
    runs a block there."""
    (tmp_path / "build").symlink_to(BUILD)
    sudo = tmp_path / "sudo"
    sudo.write_text('#!/bin/sh\nexec "$@"\n')
    sudo.chmod(0o755)

    def start(text, **instead):
        for name, stands in instead.items():
            text = text.replace(f"/dev/{name}", str(stands))
        assert "/dev/" not in text.replace("/dev/pts/", ""), text
        path = f"{tmp_path}:{os.environ['PATH']}:/usr/sbin:/sbin"
        # a file: an unread pipe would fill up
        with open(tmp_path / "said", "w") as said:
            return subprocess.Popen(["bash", "-euc", text], cwd=tmp_path, stdout=said,
                                    stderr=said, stdin=subprocess.DEVNULL,
                                    env={**os.environ, "PATH": path})
    return start


@pytest.fixture(name="succeeds")
def fixture_succeeds(tmp_path):
    """Waits until the process ends with `status` and returns its output."""
    def ended(process, status=0):
        assert process.wait(timeout=HANG_BOUND) == status, (tmp_path / "said").read_text()
        return (tmp_path / "said").read_text()
    return ended


def test_every_block_is_run_here():
    mine = ("lsblk", "fd0", "sdX", "xorrecord", "capture", "picocom", "stty")
    assert sorted(map(block, mine)) == sorted(BLOCKS)


def test_drives_are_listed(shell, succeeds):
    if not pathlib.Path("/sys/dev/block").is_dir():
        pytest.skip("no /sys here, from which lsblk reads which drives there are")
    assert "TRAN" in succeeds(shell(block("lsblk")))


def test_floppy_is_written_and_compared(shell, succeeds, tmp_path):
    drive = tmp_path / "floppy"
    drive.write_bytes(b"\xf6" * FLOPPY_BYTES)
    said = succeeds(shell(block("fd0"), fd0=drive))
    assert drive.read_bytes() == (BUILD / "bareprobe.img").read_bytes()
    assert drive.stat().st_size == FLOPPY_BYTES and "differ" not in said


def test_floppy_that_does_not_keep_its_bytes_is_told(shell, succeeds, tmp_path):
    drive = tmp_path / "floppy"
    bad = block("fd0").replace("sudo cmp", f"printf x | dd of={drive} bs=1 seek=700000 conv=notrunc"
                               "\nsudo cmp")
    # In a locale with multi-byte characters cmp prints "byte", in the C locale "char".
    assert re.search(r"\b700001\b", succeeds(shell(bad, fd0=drive), status=1))


def test_stick_is_written_and_compared(shell, succeeds, tmp_path):
    """A stick is larger than the image. The bytes after the image are not compared."""
    stick = tmp_path / "stick"
    lines = block("sdX").splitlines()
    longer = "\n".join([lines[0], f"truncate -s 8M {stick}", *lines[1:]])
    succeeds(shell(longer, sdX=stick))
    image = (BUILD / "bareprobe.iso").read_bytes()
    assert stick.read_bytes()[:len(image)] == image


def test_disc_is_written(shell, succeeds, tmp_path):
    disc = tmp_path / "disc"
    succeeds(shell(block("xorrecord"), sr0=f"stdio:{disc}"))
    image = (BUILD / "bareprobe.iso").read_bytes()
    assert disc.read_bytes()[:len(image)] == image


@pytest.fixture(name="line")
def fixture_line():
    """Opens a serial line: returns the end of the measured machine and the device name of the
    adapter's end."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    yield master, os.ttyname(slave)
    os.close(slave)


def send(master, data):
    deadline = time.monotonic() + HANG_BOUND
    while data:
        assert time.monotonic() < deadline, "nobody reads"
        with contextlib.suppress(BlockingIOError):
            data = data[os.write(master, data):]
        time.sleep(0.001)


def test_first_page_is_capture_and_what_it_gives(shell, succeeds, line, tmp_path):
    master, adapter = line
    capture = shell(block("capture"), ttyUSB0=adapter)
    send(master, LOG)
    said = succeeds(capture)
    assert "run 1: ok, 156 results" in said and "thesis/program1" in said
    assert "<html" in (tmp_path / "quick.html").read_text()


def test_picocom_takes_its_options_and_the_port(shell, succeeds, line):
    command = block("picocom").strip().replace("picocom ", "picocom --exit ")
    said = succeeds(shell(command, ttyUSB0=line[1]))
    for kind, value in (("baudrate", "115200"), ("flowcontrol", "none"), ("parity", "none"),
                        ("databits", "8"), ("stopbits", "1"), ("logfile", "run.log")):
        assert re.search(rf"^{kind} (is|are)? *: {value}$", said, re.M), said


def test_plain_tools_give_a_log_to_import(shell, succeeds, line, tmp_path):
    master, adapter = line
    listening = shell(block("stty"), ttyUSB0=adapter)
    send(master, LOG)
    log = tmp_path / "run.log"
    deadline = time.monotonic() + HANG_BOUND
    while not log.exists() or log.stat().st_size < len(LOG):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.close(master)
    listening.wait(timeout=HANG_BOUND)
    assert log.read_bytes() == LOG
    succeeds(shell("build/bareprobe import run.log"))


# EIA-574 and EIA-232-D: the signal of each pin of a PC's port, and whether it is an input or an
# output of the PC.
PINS = {9: {1: "DCD", 2: "RXD", 3: "TXD", 4: "DTR", 5: "ground", 6: "DSR", 7: "RTS", 8: "CTS",
            9: "RI"},
        25: {8: "DCD", 3: "RXD", 2: "TXD", 20: "DTR", 7: "ground", 6: "DSR", 4: "RTS", 5: "CTS",
             22: "RI"}}
OUTPUTS, INPUTS = {"TXD", "DTR", "RTS"}, {"RXD", "DSR", "CTS", "DCD", "RI"}


def row(start, of=HANDBOOK):
    [found] = [line for line in of.splitlines() if line.startswith(f"| {start} |")]
    return [cell.strip() for cell in found.strip("|").split("|")]


def test_pins_have_their_names():
    names = row("signal")[1:]
    for count in (9, 25):
        numbers = [int(cell) for cell in row(f"{count} pins")[1:]]
        assert {number: name for number, name in zip(numbers, names)} == PINS[count]


@pytest.mark.parametrize("start, kind", [("data (TXD to RXD)", ("TXD", "RXD")),
                                         ("data (RXD from TXD)", ("RXD", "TXD")),
                                         ("ground", ("ground", "ground"))])
def test_wires_join_an_output_and_an_input(start, kind):
    for cell, ends in zip(row(start)[1:], ((9, 9), (25, 25), (9, 25))):
        pins = [int(number) for number in cell.split(" to ")]
        assert tuple(PINS[end][pin] for end, pin in zip(ends, pins)) == kind


@pytest.mark.parametrize("start", ["loop: RTS, CTS", "loop: DTR, DSR, DCD"])
def test_loops_join_one_output_with_inputs(start):
    wanted = set(re.findall(r"[A-Z]{3}", start))
    nine, twenty_five, both = row(start)[1:]
    for cell, count in ((nine, 9), (twenty_five, 25), *zip(both.split("; "), (9, 25))):
        names = {PINS[count][int(number)] for number in re.findall(r"\d+", cell)}
        assert names == wanted and len(names & OUTPUTS) == 1


def test_full_handshake_crosses():
    for cell, ends in zip(row("RTS to CTS")[1:], ((9, 9), (25, 25), (9, 25))):
        there, back = [tuple(map(int, wire.split(" to "))) for wire in cell.split(", ")]
        assert (PINS[ends[0]][there[0]], PINS[ends[1]][there[1]]) == ("RTS", "CTS")
        assert {PINS[ends[0]][back[0]], PINS[ends[1]][back[1]]} == {"RTS", "CTS"}


def seconds(text):
    number, unit = text.split()
    return float(number) * {"s": 1, "min": 60, "h": 3600}[unit]


@pytest.mark.parametrize("suite", ["quick", "thesis", "apps", "machine"])
def test_times_on_the_wire(suite):
    """A byte takes ten bits on the line. The last digit of a printed time or size may be
    rounded."""
    _, records, *cells = row(f"`{suite}`")
    for size, times in ((records, zip(cells[:3], (115200, 9600, 300))),
                        (cells[3], zip(cells[4:], (115200, 9600)))):
        number, unit = size.split()
        bits = float(number) * {"KB": 1e3, "MB": 1e6}[unit] * 10
        for shown, baud in times:
            assert seconds(shown) == pytest.approx(bits / baud, rel=0.16, abs=0.6)


def test_links_within_lead_somewhere():
    headings = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
                for heading in re.findall(r"^#+ (.*)$", HANDBOOK, re.M)}
    for target in re.findall(r"\]\(([^)]+)\)", HANDBOOK):
        if target.startswith("#"):
            assert target[1:] in headings
        elif not target.startswith("http"):
            assert (ROOT / "docs" / target.split("#")[0]).exists(), target
