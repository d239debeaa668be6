# SPDX-License-Identifier: MIT
"""Files that a user writes may have the line ends, the encoding and the mark of any editor."""
import subprocess

import pytest

from line_damage import BUILD
from tiers import fast_cases

ENCODINGS = {
    "UTF-8 mark": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "UTF-16LE": lambda text: b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le"),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "UTF-16BE": lambda text: b"\xfe\xff" + text.replace("\n", "\r\n").encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "CR CR LF": lambda text: text.replace("\n", "\r\r\n").encode(),
}
ONE = ("run", "--no-log", "--no-store", "-e", "clocks")
FILES = {  # words before the file, its text, and a part of the output
    "monitor": (("monitor",), "# a comment\ncpuid 0\ncpuid 1\n", "CPUID 1: EAX 0000052c"),
    "explain": (("explain",), "; two\nadd eax, ebx\nadd ecx, edx\n", "x.asm, "),
    "machine": ((*ONE, "-b", "thesis/program1", "--machine"), "# slow\ncpu=pentium\nmhz=66\n",
                "66 MHz"),
    "experiment": ((*ONE[:-2], "--parms"),
                   "# one\n(p5mon\n command = thesis/program1;\n events = clocks;\nend)\n", "209"),
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("encoding", fast_cases(3, ENCODINGS))
def test_encodings(kind, encoding, tmp_path):
    words, text, shown = FILES[kind]
    name = "x.asm" if kind == "explain" else "x.box"
    (tmp_path / name).write_bytes(ENCODINGS[encoding](text))
    done = subprocess.run([BUILD / "bareprobe", *words, name], cwd=tmp_path, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


@pytest.mark.parametrize("words, text, message", (
    (("run", "--parms"), "", "x:1: no section '(p5mon' ... 'end)'"),
    (("run", "--parms"), "# nothing\n", "no section '(p5mon' ... 'end)'"),
    (("import",), "", "x: contains no records of a run, which the machine sends unless it is set "
     "to report=text"),
    (("explain", "--cpu", "p54c"), "", ""),
))
def test_empty_files(words, text, message, tmp_path):
    name = "x.asm" if words[0] == "explain" else "x"
    (tmp_path / name).write_text(text)
    done = subprocess.run([BUILD / "bareprobe", *words, name], cwd=tmp_path, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2 and message in done.stderr and done.stderr
