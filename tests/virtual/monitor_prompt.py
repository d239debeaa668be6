# SPDX-License-Identifier: MIT
"""Drives the monitor of a virtual Pentium through a pipe, with typed lines and with frames."""
import binascii
import os
import pathlib
import re
import select
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
BOUND = 60  # seconds until a missing answer fails the test


def framed(text):
    """Appends the check of the wire format, CRC-16/CCITT-FALSE."""
    return f"{text} crc={binascii.crc_hqx(text.encode(), 0xFFFF):04x}\n"


class Prompt:
    def __init__(self, append="", *options, image="bareprobe"):
        command = [BUILD / "vpentium", "-kernel", BUILD / f"{image}.elf", "-append",
                   f"exit=monitor {append}", "-input", "-", *options]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, cwd=ROOT, bufsize=0)
        self.heard = ""
        self.asked = 0

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.child.kill()
        self.child.wait()
        self.child.stdin.close()
        self.child.stdout.close()

    def until(self, pattern, bound=BOUND):
        """Waits for the pattern; returns and removes the received text up to the end of the
        match."""
        deadline = time.monotonic() + bound
        while not (found := re.search(pattern, self.heard)):
            assert time.monotonic() < deadline, self.heard[-2000:]
            if select.select([self.child.stdout], [], [], 1)[0]:
                more = os.read(self.child.stdout.fileno(), 65536)
                assert more, f"it ended: {self.heard[-2000:]}"
                self.heard += more.decode(errors="replace").replace("\r", "")
        text, self.heard = self.heard[:found.end()], self.heard[found.end():]
        return text

    def send(self, text):
        self.child.stdin.write(text.encode("latin-1"))

    def type(self, line):
        """Types a line and returns the lines of the answer."""
        self.send(line + "\r")
        answer = self.until(r"\nbareprobe[^\n]*> $")
        return answer.split("\n")[1:-1]

    def ask(self, line):
        """Sends a line as a frame and returns the records of the answer."""
        self.asked += 1
        self.send(framed(f'BP ask={self.asked} line="{line}"'))
        return self.answer().splitlines()

    def answer(self, bound=BOUND):
        return self.until(rf"ev=answered (?:touched=\S+ )?ask={self.asked} [^\n]*\n", bound)

    def is_there(self):
        """Repeats a question until it is answered, because the running command may consume a key as
        a request to end."""
        self.asked += 1
        for _ in range(BOUND):
            self.send("\n" + framed(f'BP ask={self.asked} line="rdtsc"'))
            try:
                return self.answer(1)
            except AssertionError:
                assert self.child.poll() is None, self.heard[-2000:]
        raise AssertionError(self.heard[-2000:])

    def end(self):
        self.send("bye\r")
        return self.child.wait(BOUND)


def begun(append="", *options, image="bareprobe"):
    report = "" if "report=" in append else "report=text "
    prompt = Prompt(report + append, *options, image=image)
    prompt.until(r"bareprobe> $")
    return prompt


def texts(records):
    return [text for record in records for text in re.findall(r' ev=text .*? text="?(.*?)"? crc=',
                                                              record)]
