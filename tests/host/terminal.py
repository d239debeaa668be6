# SPDX-License-Identifier: MIT
"""Runs a program on its own terminal and emulates the screen of an xterm from its output."""
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time

BOUND = 60  # seconds until missing output fails the test
SEQUENCE = re.compile(rb"\x1b(?:\[([?>]?)([\d;]*)([@-~])|[()][0-9A-B]|[=>78])")
PARTIAL = re.compile(rb"\x1b(?:\[[?>]?[\d;]*|[()])?\Z")


class Screen:
    """The subset of an xterm that ncurses uses. Any other sequence raises, so none is ignored."""

    def __init__(self, rows, columns):
        self.row = self.column = 0
        self.alternate = False
        self.cursor_shown = True
        self.pending = b""
        self.last = " "
        self.lines = []
        self.resize(rows, columns)

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.top, self.bottom = 0, rows - 1
        lines = [list("".join(line)[:columns].ljust(columns)) for line in self.lines[:rows]]
        self.lines = lines + [[" "] * columns for _ in range(rows - len(lines))]
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns - 1)

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines)

    def feed(self, data):
        data, self.pending = self.pending + data, b""
        at = 0
        while at < len(data):
            if data[at] == 0x1b:
                sequence = SEQUENCE.match(data, at)
                if not sequence:
                    assert PARTIAL.search(data, at), data[at:at + 20]
                    break
                self.control(sequence)
                at = sequence.end()
            elif data[at] < 0x20:
                self.move(data[at])
                at += 1
            else:
                length = 1 + sum(data[at] >= least for least in (0xc0, 0xe0, 0xf0))
                if at + length > len(data):
                    break
                self.put(data[at:at + length].decode())
                at += length
        self.pending = data[at:]

    def put(self, character):
        if self.column == self.columns:
            self.column = 0
            self.line_feed()
        self.lines[self.row][self.column] = self.last = character
        self.column += 1

    def line_feed(self):
        if self.row == self.bottom:
            self.scroll(self.top, 1)
        else:
            self.row = min(self.row + 1, self.rows - 1)

    def scroll(self, top, count):
        """Scrolls up by count from the line `top` to the end of the region; down if count is
        negative."""
        for _ in range(abs(count)):
            del self.lines[top if count > 0 else self.bottom]
            self.lines.insert(self.bottom if count > 0 else top, [" "] * self.columns)

    def move(self, code):
        if code == 0x0d:
            self.column = 0
        elif code == 0x0a:
            self.line_feed()
        elif code == 0x08:
            self.column = max(0, self.column - 1)
        elif code == 0x09:
            self.column = min(self.column // 8 * 8 + 8, self.columns - 1)
        else:
            assert code in (0x07, 0x0e, 0x0f), hex(code)

    def control(self, sequence):
        private, numbers, final = sequence.groups()
        if final is None:
            return
        numbers = [int(number or 0) for number in numbers.split(b";")]
        n = numbers[0] or 1
        column = min(self.column, self.columns - 1)
        line = self.lines[self.row]
        match final.decode():
            case "h" | "l":
                if private and 1049 in numbers:
                    self.alternate = final == b"h"
                if private and 25 in numbers:
                    self.cursor_shown = final == b"h"
            case "H":
                self.row = min(n, self.rows) - 1
                self.column = min((numbers + [1])[1] or 1, self.columns) - 1
            case "d":
                self.row = min(n, self.rows) - 1
            case "G":
                self.column = min(n, self.columns) - 1
            case "A":
                self.row = max(0, self.row - n)
            case "B":
                self.row = min(self.rows - 1, self.row + n)
            case "C":
                self.column = min(self.columns - 1, column + n)
            case "D":
                self.column = max(0, column - n)
            case "X":
                line[column:column + n] = " " * len(line[column:column + n])
            case "P":
                line[column:] = line[column + n:] + [" "] * len(line[column:column + n])
            case "@":
                line[column:] = ([" "] * n + line[column:])[:self.columns - column]
            case "b":
                for _ in range(n):
                    self.put(self.last)
            case "K":
                start, end = ((column, None), (0, column + 1), (0, None))[numbers[0]]
                line[start:end] = " " * len(line[start:end])
            case "J":
                assert numbers[0] in (0, 2)
                if numbers[0] == 0:
                    line[column:] = " " * len(line[column:])
                for below in self.lines[self.row + 1 if numbers[0] == 0 else 0:]:
                    below[:] = " " * self.columns
            case "L":
                self.scroll(self.row, -n)
            case "M":
                self.scroll(self.row, n)
            case "S":
                self.scroll(self.top, n)
            case "T":
                self.scroll(self.top, -n)
            case "r":
                self.top = n - 1
                self.bottom = ((numbers + [0])[1] or self.rows) - 1
                self.row = self.column = 0
            case "m" | "t":
                pass
            case _:
                raise AssertionError(sequence[0])


class Terminal:
    """Runs the program in `cwd` with the terminal as its controlling terminal."""

    def __init__(self, command, cwd, rows=30, columns=110, **environment):
        self.screen = Screen(rows, columns)
        self.status = None
        self.master, self.slave = pty.openpty()  # the slave is kept to read its modes later
        self.size(rows, columns)
        self.modes = termios.tcgetattr(self.slave)
        variables = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment}
        self.pid = os.fork()
        if self.pid == 0:
            self.take_terminal()
            os.chdir(cwd)
            os.execvpe(str(command[0]), [str(word) for word in command], variables)

    def take_terminal(self):
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        for descriptor in (0, 1, 2):
            os.dup2(self.slave, descriptor)
        os.close(self.slave)
        os.close(self.master)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.status is None:
            os.kill(self.pid, 9)
            os.waitpid(self.pid, 0)
        os.close(self.master)
        os.close(self.slave)

    def size(self, rows, columns):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        """Resizes the window; the kernel sends SIGWINCH."""
        self.screen.resize(rows, columns)
        self.size(rows, columns)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def take(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            self.screen.feed(os.read(self.master, 65536))
            return True
        return False

    def until(self, condition):
        """Reads until condition(the screen's text) is true. The current drawing may be incomplete:
        use shows() to check other parts of it."""
        def check(text):
            assert condition(text), text
            return text
        return self.shows(check)

    def shows(self, check):
        """Reads until check(the screen's text) raises nothing, because a drawing may arrive in
        parts after any delay. Returns the result of check."""
        deadline = time.monotonic() + BOUND
        while True:
            try:
                return check(self.screen.text())
            except (AssertionError, IndexError, ValueError):
                if time.monotonic() > deadline:
                    raise
            self.take(0.05)

    def end(self):
        """Reads until the program has ended; returns its exit status in the form of subprocess."""
        deadline = time.monotonic() + BOUND
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                break
            assert time.monotonic() < deadline, self.screen.text()
            self.take(0.1)
        while self.take(0):
            pass
        self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def is_as_it_was(self):
        return (termios.tcgetattr(self.slave) == self.modes and not self.screen.alternate and
                self.screen.cursor_shown)
