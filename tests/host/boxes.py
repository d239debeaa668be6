# SPDX-License-Identifier: MIT
"""QEMU as a measured machine on a serial line, with its power switch (the QEMU monitor) and the
baud rate that the kernel set (a QEMU trace). QEMU sends at full speed at any baud rate; the time of
a byte on a wire is not modelled."""
import array
import contextlib
import fcntl
import os
import pathlib
import re
import select
import socket
import subprocess
import termios
import threading
import time
import tty

from bounds import HANG_BOUND

BUILD = pathlib.Path(__file__).resolve().parents[2] / os.environ.get("BUILD", "build")


class Line:
    """A pseudo-terminal, `port`, connected to a socket. QEMU's own pseudo-terminal loses bytes if
    the listener is slow, because it retries only four times. Received bytes can still be read after
    QEMU has ended; then the port disappears."""

    def __init__(self, end):
        self.end = end
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        self.closed = False
        self.thread = threading.Thread(target=self.carry)
        self.thread.start()

    def unread(self):
        count = array.array("i", [0])
        fcntl.ioctl(self.slave, termios.FIONREAD, count)
        return count[0]

    def put(self, data):
        os.set_blocking(self.master, False)
        while data and not self.closed:
            if select.select([], [self.master], [], 0.1)[1]:
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self.master, data):]

    def carry(self):
        with contextlib.suppress(ConnectionError):
            while not self.closed:
                ready = select.select([self.end, self.master], [], [], 0.1)[0]
                if self.master in ready:
                    self.end.sendall(os.read(self.master, 4096))
                if self.end in ready:
                    data = self.end.recv(4096)
                    if not data:
                        break
                    self.put(data)
        while self.unread() and not self.closed:
            time.sleep(0.01)
        os.close(self.slave)
        os.close(self.master)

    def close(self):
        self.closed = True
        self.thread.join()
        self.end.close()


class QemuBox:
    """Stopped before its first instruction until switch_on(), so that no output is lost."""

    def __init__(self, folder, *options):
        self.trace = folder / "qemu.trace"
        end, its_end = socket.socketpair()
        self.process = subprocess.Popen(
            ["qemu-system-i386", "-S", "-cpu", "pentium", "-m", "16", "-display", "none",
             "-chardev", f"socket,id=com1,fd={its_end.fileno()}", "-serial", "chardev:com1",
             *(() if "-monitor" in options else ("-monitor", "stdio")),
             "-trace", "serial_update_parameters", "-D", self.trace, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            pass_fds=[its_end.fileno()])
        its_end.close()
        self.line = Line(end)
        self.port = self.line.port

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.communicate()
        self.line.close()

    def monitor(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def switch_on(self):
        self.monitor("cont")

    def line_settings(self):
        """Returns the last UART settings: (baud, parity, data bits, stop bits)."""
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
