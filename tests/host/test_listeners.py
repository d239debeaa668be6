# SPDX-License-Identifier: MIT
"""Programs that listen at a serial port, as docs/handbook.md lists them: the speeds that they set,
and their logs with time stamps. The port is a pseudo-terminal, which stores any speed."""
import fcntl
import os
import re
import struct
import subprocess
import time
import tty

import pytest

from line_damage import BUILD, LINES, LOG
from test_port_sharing import fetched, terminal_program, version
from processes import wait_for
from tiers import full

TCGETS2 = 0x802c542a  # _IOR('T', 0x2A, struct termios2); asm-generic/ioctls.h
UNUSUAL = (7200, 14400, 28800)
USUAL = (300, 9600, 19200, 57600)  # not the 38400 of a new pseudo-terminal


def speed(port):
    """c_ospeed, the last word of struct termios2 (asm-generic/termbits.h)."""
    settings = bytearray(44)
    fcntl.ioctl(port, TCGETS2, settings)
    return struct.unpack_from("<I", settings, 40)[0]


def is_over(process):
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        return stat.read().rsplit(")")[1].split()[0] == "Z"


def set_speed(port, process, expected):
    """The port's speed, once it has been the expected one for a while, or the program has ended, or
    after 10 s."""
    bound, since = time.monotonic() + 10, None
    while time.monotonic() < bound and not is_over(process):
        since = (since or time.monotonic()) if speed(port) == expected else None
        if since and time.monotonic() - since > 0.3:
            break
        time.sleep(0.02)
    return speed(port)


PROGRAMS = {
    "picocom": (("picocom", "-q", "-b", "BAUD", "PORT"), None),
    "stty": (("stty", "-F", "PORT", "BAUD"), 38400),  # refused: the port keeps its speed
    "tio": (("tio", "-b", "BAUD", "PORT"), None),
    "socat": (("socat", "-u", "OPEN:PORT,bBAUD", "-"), 38400),
    "screen": (("screen", "PORT", "BAUD"), 9600),
    "minicom": (("minicom", "-o", "-b", "BAUD", "-D", "PORT"), 115200),
    "ckermit": (("kermit", "-Y", "-l", "PORT", "-b", "BAUD", "-C",
                 "set carrier-watch off, connect"), 38400),
}


@pytest.mark.parametrize("package", ("picocom", "stty", *map(full, list(PROGRAMS)[2:])))
def test_speeds(package):
    """The programs set each usual speed; what each does with an unusual one is in PROGRAMS, None:
    it is set. Observed in Debian 12 (coreutils 9.1, picocom 3.1, tio 2.5, socat 1.7.4, screen 4.9,
    minicom 2.8, ckermit 402~beta08)."""
    words, instead = PROGRAMS[package]
    for baud in (*USUAL, *UNUSUAL):
        master, slave = os.openpty()
        tty.setraw(slave)
        name = os.ttyname(slave)
        own = [word.replace("PORT", name).replace("BAUD", str(baud)) for word in words]
        if package not in ("picocom", "stty"):
            own = fetched(package, *own)
        expected = baud if baud in USUAL or instead is None else instead
        with terminal_program(own, lambda: True) as process:
            assert set_speed(slave, process, expected) == expected, (baud, version(package))
        os.close(slave)
        os.close(master)


# The forms of tio 2.5 -t, ts of moreutils 0.67 (its default, -s, and %.s), grabserial 2.1 -t,
# conserver 8.2 and date --rfc-3339=seconds.
STAMPS = (b"[01:54:09.075] ", b"Nov 28 01:54:09 ", b"00:00:01 ", b"1795830849.123456 ",
          b"[0.000002 0.000002] ", b"[Sat Nov 28 01:54:09 2026]", b"2026-11-28 01:54:09+00:00 ",
          b"2026-11-28T01:54:09Z ")


@pytest.fixture(name="imported", scope="module")
def fixture_imported(tmp_path_factory):
    """imported(log): stdout and stderr of importing a log into a store that has the clean log."""
    folder = tmp_path_factory.mktemp("imported")

    def imported(log, status=0):
        (folder / "log").write_bytes(log)
        done = subprocess.run([BUILD / "bareprobe", "import", "log"], cwd=folder, text=True,
                              capture_output=True, timeout=60, check=False)
        assert done.returncode == status
        return done.stdout, done.stderr
    imported(LOG)
    return imported


@pytest.mark.parametrize("stamp", STAMPS, ids=lambda stamp: stamp.decode())
def test_time_stamps_are_no_damage(stamp, imported):
    """The run has the same records as without stamps, also if the last line has no end."""
    log = b"".join(stamp + line for line in LINES).rstrip(b"\n")
    assert imported(log) == (
        "log: run 1 of bareprobe.db, already imported; it is now the latest run\n",
        f"bareprobe import: log: skipped: {len(LINES)} prefixes of lines (the first is "
        f"'{stamp.decode()}')\n")


@pytest.mark.parametrize("prefix", (b"BP seq=12 ev=", b"mean=12.5 ", b"7", b"loading 12"))
def test_rest_of_a_line_before_a_record_is_reported(prefix, imported):
    _, stderr = imported(prefix + LOG)
    assert re.search("line 1: (a record begins in the middle of the line|damaged)", stderr)


def test_a_damaged_record_after_a_time_stamp(imported):
    lines = [STAMPS[0] + line for line in LINES]
    lines[5] = lines[5].replace(b"crc=", b"crc=f")
    _, stderr = imported(b"".join(lines))
    assert "log: line 6: damaged" in stderr


@pytest.mark.full
def test_a_log_of_tio(tmp_path, imported):
    master, slave = os.openpty()
    tty.setraw(slave)
    log = tmp_path / "log"
    with terminal_program(fetched("tio", "tio", "-t", "--log", f"--log-file={log}",
                                  os.ttyname(slave)), lambda: True) as process:
        assert set_speed(slave, process, 115200) == 115200, version("tio")
        os.write(master, b"".join(LINES[:40]))
        wait_for(lambda: log.exists() and log.read_bytes().count(b"\n") >= 40)
    os.close(slave)
    os.close(master)
    stamped = log.read_bytes()
    assert stamped.startswith(b"[") and b"] BP seq=0 " in stamped, version("tio")
    _, stderr = imported(stamped)
    assert re.fullmatch(r"bareprobe import: log: skipped: 40 prefixes of lines \(the first is "
                        r"'\[[0-9:.]+\] '\)\nbareprobe import: log: incomplete: .*\n",
                        stderr), (stderr, version("tio"))


@pytest.mark.full
@pytest.mark.parametrize("options", ((), ("-s",), ("%.s",), ("%FT%T%z",)))
def test_a_log_of_ts(options, imported):
    stamped = subprocess.run(fetched("moreutils", "ts", *options), input=LOG, check=True,
                             capture_output=True, timeout=60).stdout
    assert re.fullmatch(rf"bareprobe import: log: skipped: {len(LINES)} prefixes of lines \(the "
                        r"first is '[^']* '\)\n", imported(stamped)[1]), version("moreutils")
