# SPDX-License-Identifier: MIT
"""Logs that passed through other software: each has the records of the original, which the store
shows by the digest of its run, and one line names the text that was skipped."""
import os
import re
import subprocess

import pytest

from line_damage import BUILD, LINES
from test_line import Box, Capture

LINES = [line.rstrip(b"\n") for line in LINES[:400]]
LOG = b"".join(line + b"\n" for line in LINES)
TEXT = LOG.decode()
N = len(LINES)


def ended(*ends):
    return b"".join(line + ends[i % len(ends)] for i, line in enumerate(LINES))


def prefixed(text):
    return b"".join(text + line + b"\n" for line in LINES)


def wrapped(log, width, end=b"\n", blanks=True):
    """The rows of a terminal; a copy of its text lacks the blanks at the ends of rows."""
    rows = [line[i:i + width] for line in log.splitlines() for i in range(0, len(line), width)]
    return end.join(row if blanks else row.rstrip() for row in rows) + end


def breaks(width, prefix=0):
    return sum((len(line) + prefix - 1) // width for line in LINES)


NULS = f"{len(TEXT)} NUL bytes (UTF-16 has one a letter)"
WRAPS = f"{breaks(80)} line breaks in records (joined)"
FOREIGN = {
    "CR LF": (ended(b"\r\n"), None),
    "CR CR LF": (ended(b"\r\r\n"), None),
    "CR": (ended(b"\r"), None),
    "LF CR": (ended(b"\n\r"), None),
    "mixed": (ended(b"\r", b"\n", b"\r\n", b"\r\r\n", b"\n\n"), None),
    "no end": (LOG[:-1], None),
    "blanks": (ended(b"   \r\n"), None),
    "tabs": (ended(b"\t\n"), f"{N} lines' control characters"),
    "NULs": (ended(b"\0\0\n"), f"{2 * N} NUL bytes (UTF-16 has one a letter)"),
    "escape": (ended(b"\x1b[0m\x1b[K\x1b(B\r\n"), f"{N} lines' control characters"),
    "title": (ended(b"\x1b]0;a log\x07\n"), f"{N} lines' control characters"),
    "grep": (LOG.replace(b"BP", b"\x1b[01;31m\x1b[KBP\x1b[m\x1b[K"),
             f"{N} lines' control characters"),
    "cat -A": (ended(b"^M$\n"), f"{N} texts after checksums"),
    "1Ah": (LOG + b"\x1a", None),
    "UTF-8": (b"\xef\xbb\xbf" + LOG, "1 byte-order mark"),
    "UTF-16LE": (b"\xff\xfe" + TEXT.encode("utf-16-le"), NULS + ", 1 byte-order mark"),
    "UTF-16BE": (b"\xfe\xff" + TEXT.encode("utf-16-be"), NULS + ", 1 byte-order mark"),
    "UTF-16": (TEXT.encode("utf-16-le"), NULS),
    "quoted": (prefixed(b"> "), f"{N} prefixes of lines (the first is '> ')"),
    "kernel": (prefixed(b"[   12.345] "), f"{N} prefixes of lines (the first is '[   12.345] ')"),
    "syslog": (prefixed(b"Nov 28 03:34:36 host ttyS0: "),
               f"{N} prefixes of lines (the first is 'Nov 28 03:34:36 host ttyS0: ')"),
    "numbered": (prefixed(b"    12\t"), f"{N} prefixes of lines (the first is '    12 '), "
                 f"{N} lines' control characters"),
    "diff": (prefixed(b"+"), f"{N} prefixes of lines (the first is '+')"),
    "script": (b"Script started\n" + LOG + b"\nScript done\n", "2 lines without a record"),
    "80 columns": (wrapped(LOG, 80), WRAPS),
    "80 columns, CR LF": (wrapped(LOG, 80, b"\r\n"), WRAPS),
    "80 columns, no blanks": (wrapped(LOG, 80, blanks=False), WRAPS),
    "132 columns": (wrapped(LOG, 132), f"{breaks(132)} line breaks in records (joined)"),
    "80 columns, time stamps": (
        wrapped(prefixed(b"[12:00:01] "), 80, blanks=False),
        f"{N} prefixes of lines (the first is '[12:00:01] '), {breaks(80, 11)} line breaks in "
        "records (joined)"),
}


@pytest.fixture(name="imported", scope="module")
def fixture_imported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("foreign")

    def imported(log):
        (folder / "log").write_bytes(log)
        return subprocess.run([BUILD / "bareprobe", "import", "log"], cwd=folder, text=True,
                              capture_output=True, timeout=60, check=False)
    assert imported(LOG).stdout == "log: run 1 of bareprobe.db\n"
    return imported


@pytest.mark.parametrize("kind", FOREIGN)
def test_the_same_records(kind, imported):
    log, skipped = FOREIGN[kind]
    done = imported(log)
    assert done.stdout.startswith("log: run 1 of bareprobe.db, already imported")
    told = [line for line in done.stderr.splitlines() if "incomplete" not in line]
    assert told == ([f"bareprobe import: log: skipped: {skipped}"] if skipped else [])


def test_one_line_names_the_reasons(imported):
    """A digit of line 3 is changed, and a boot loader's text precedes the log."""
    lines = [b"Loading...", *LINES]
    lines[3] = lines[3].replace(b"crc=", b"x crc=")
    done = imported(b"".join(b"> " + line + b"\n" for line in lines))
    assert "log: line 4: damaged (crc" in done.stderr
    assert (f"log: skipped: 1 damaged line, 1 line without a record, {N} prefixes of lines (the "
            "first is '> ')\n") in done.stderr


def test_only_rows_of_one_width_are_joined(imported):
    """A record that was cut is not completed by other text."""
    head, rest = LINES[5][:90], LINES[5][90:]
    before, after = LOG[:LOG.index(LINES[5])], LOG[LOG.index(LINES[6]):]
    assert len(rest) > 3
    for broken in (head + b"\n\n" + rest,              # an empty row
                   head[:30] + b"\n" + head[30:] + rest,  # longer than the first row
                   head + b"\nno rest\n" + rest,
                   head + b"\n" + rest[:-1]):          # a digit of the checksum is missing
        done = imported(before + broken + b"\n" + after)
        assert "joined" not in done.stderr and "line 6: damaged" in done.stderr


def test_capture_reads_such_lines_too(tmp_path):
    """As from a port that makes CR LF of each LF, and a console server with time stamps."""
    log = ended(b"\r\r\n").replace(b"BP seq=", b"[12:00:01] BP seq=")
    box = Box(tmp_path / "ttyBOX")
    capture = Capture([box.link], "--timeout", "1", cwd=tmp_path)
    capture.said("waiting for a machine")
    for at in range(0, len(log), 997):
        box.send(log[at:at + 997])
    _, _, stderr = capture.end()
    assert not re.search(r"damaged|records? lost", stderr)
    assert f"capture: skipped: {N} prefixes of lines (the first is '[12:00:01] ')\n" in stderr


def test_parts_of_any_size(tmp_path, imported):
    """A pipe delivers one byte, or a few, at a time."""
    log = FOREIGN["80 columns, CR LF"][0][:20000] + FOREIGN["UTF-16LE"][0][:20000]
    expected = imported(log).stderr.replace("log: ", "stdin: ")
    reader, writer = os.pipe()
    with subprocess.Popen([BUILD / "bareprobe", "import", "-"], cwd=tmp_path, text=True,
                          stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(reader)
        at = 0
        while at < len(log):
            at += os.write(writer, log[at:at + 1 + at % 7])
        os.close(writer)
        _, stderr = process.communicate(timeout=60)
    assert stderr == expected
