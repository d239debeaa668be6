#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""list_strings.py [PATH]...: lists the strings that programs print, as Markdown: a line each, with
file and line. These are literals with words in C and nasm sources, and the output of shell scripts.

Default: the tracked sources of programs that a user meets; not tests, not benchmarks.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAMS = ("boot", "kernel", "pmc", "serial", "stats", "sim", "host", "libp5mon", "libpcl",
            "libp4pm", "tools", "iso")
TOKEN = re.compile(r'"((?:[^"\\\n]|\\.)*)"|/\*.*?\*/|//[^\n]*|\'(?:[^\'\\\n]|\\.)\'', re.S)
SHELL = re.compile(r"""\b(?:say|die|echo|printf)\b[^"'\n]*(?:"([^"\n]*)"|'([^'\n]*)')""")
PROSE = re.compile(r"[A-Za-z]{2,}[,:;]? +[A-Za-z(']{2,}")


def strings_of_c(text):
    """(line, string); adjacent literals are one string."""
    found, begin, end, parts = [], 0, 0, []
    for token in TOKEN.finditer(text):
        if token[1] is None or text.rfind("#include", 0, token.start()) > text.rfind(
                "\n", 0, token.start()):
            continue
        if parts and text[end:token.start()].strip():
            found.append((text.count("\n", 0, begin) + 1, "".join(parts)))
            parts = []
        if not parts:
            begin = token.start()
        parts.append(token[1])
        end = token.end()
    if parts:
        found.append((text.count("\n", 0, begin) + 1, "".join(parts)))
    return found


def strings_of_nasm(text):
    for number, line in enumerate(text.split("\n"), 1):
        code = line.split(";")[0]
        for string in re.findall(r'"([^"]*)"|\'([^\']*)\'', code):
            yield number, string[0] or string[1]


def strings_of_shell(text):
    for number, line in enumerate(text.split("\n"), 1):
        if not line.lstrip().startswith("#"):
            for string in SHELL.findall(line):
                yield number, string[0] or string[1]


READERS = {".c": strings_of_c, ".h": strings_of_c, ".def": strings_of_c, ".asm": strings_of_nasm,
           ".sh": strings_of_shell}


def tracked(paths):
    listed = subprocess.run(["git", "ls-files", "-z", "--", *paths], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout
    return [name for name in listed.split("\0") if pathlib.Path(name).suffix in READERS]


def main():
    if any(word.startswith("-") for word in sys.argv[1:]):
        sys.exit(__doc__)
    for name in tracked(sys.argv[1:] or PROGRAMS):
        path = ROOT / name
        for line, string in READERS[path.suffix](path.read_text(errors="replace")):
            text = string.replace("\\n", " ").strip()
            if PROSE.search(text):
                print(f"- {name}:{line}: {text}")


if __name__ == "__main__":
    main()
