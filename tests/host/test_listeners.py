# SPDX-License-Identifier: MIT
"""Programs that listen at a serial port, as docs/handbook.md lists them: the speeds that they set.
The port is a pseudo-terminal, which stores any speed."""
import fcntl
import os
import struct
import time
import tty

import pytest

from test_port_sharing import fetched, terminal_program, version
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
    "ckermit": (("kermit", "-Y", "-l", "PORT", "-b", "BAUD", "-C", "set carrier-watch off, connect"),
                38400),
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
