#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# minicom 2.8 of Debian 12 (minicom 2.8-2) on a pseudo-terminal.
# Expected: `-b BAUD` sets the speed, or minicom refuses it: a Pentium's UART can do 7200, 14400 and
# 28800.
# Seen: it sets 115200 for these three, and neither prints a message nor ends, so text from a machine
# with such a speed arrives as noise. 9600 and 19200 are set.
#
# Needs apt with Debian 12's sources, dpkg-deb and Python. Exit status 0: as seen; 1: changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download minicom=2.8-2 >download.log 2>&1
dpkg-deb -x minicom_*.deb unpacked

cat >speeds.py <<'PYTHON'
import os
import pty
import subprocess
import termios
import time

SPEEDS = {value: int(name[1:]) for name, value in vars(termios).items()
          if name[0] == "B" and name[1:].isdigit()}


def speed_set(baud):
    """Returns the speed of the port two seconds after the start, and whether minicom still runs."""
    _, port = pty.openpty()
    screen, terminal = pty.openpty()
    with subprocess.Popen(["unpacked/usr/bin/minicom", "-o", "-b", str(baud), "-D",
                           os.ttyname(port)], stdin=terminal, stdout=terminal, stderr=terminal,
                          env={"TERM": "vt100", "HOME": ".", "PATH": "/usr/bin"}) as minicom:
        os.set_blocking(screen, False)
        time.sleep(2)
        result = SPEEDS[termios.tcgetattr(port)[5]], minicom.poll() is None
        try:
            text = os.read(screen, 100000)
        except BlockingIOError:
            text = b""
        minicom.kill()
    return *result, str(baud).encode() in text


for baud in 9600, 19200, 7200, 14400, 28800:
    print(baud, *speed_set(baud))
PYTHON
python3 speeds.py >seen
echo "asked, set, still runs, the speed is in its text:"
cat seen
diff seen - <<'SEEN'
9600 9600 True False
19200 19200 True False
7200 115200 True False
14400 115200 True False
28800 115200 True False
SEEN
