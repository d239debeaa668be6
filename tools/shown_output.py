#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the commands that documents show, and compares what they print with the output shown.

Each ```console block of a page has commands after `$ `, and their standard output. The blocks of a
page run in order in one empty directory, where `build` is the build directory and the store is new.
A block after `Save this as `NAME`:` is written to NAME first. Differences go to standard output,
and the status is 1. Dates, the build's name, and the clocks of a whole run are not compared.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / os.environ.get("BUILD", "build")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"Save this as `([^`]+)`[^\n]*:\n\n```\w*\n(.*?)^```$", re.M | re.S)
TIMEOUT = 120

# Patterns that depend on the day, the commit or the harness, with their replacements.
VARYING = (
    (r"\d{4}-\d\d-\d\d \d\d:\d\d", "DATE"),
    (r"Bareprobe 0\.1(-\S+)?", "Bareprobe BUILD"),
    (r"\b0\.1(-\S+)? gcc-\S+ -O\d( kernel:\S+)?( image [0-9a-f]{8})?", "BUILD"),
    (r"(over a whole run:|elapsed time:) .*", r"\1"),
)


def compared(text):
    """The text without its varying parts. A column of build names also varies in width."""
    for pattern, replacement in VARYING:
        text = re.sub(pattern, replacement, text)
    if re.search(r"BUILD {2,}\d", text):
        text = re.sub(r" +", " ", text)
    return re.sub(r" +$", "", text, flags=re.M).strip()


def steps(block):
    """(command, its shown output) of each command of a block."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def printed(command, folder):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    environment.pop("BAREPROBE_DB", None)
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True,
                          capture_output=True, timeout=TIMEOUT, check=False)
    if done.returncode:
        sys.exit(f"shown_output: '{command}' ends with status {done.returncode}: {done.stderr}")
    return done.stdout


def with_current_output(text):
    """The page's text with the outputs of its commands as they are now."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "build").symlink_to(BUILD)
        for name, content in FILE.findall(text):
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)

        def current(match):
            block = ""
            for command, shown in steps(match[1]):
                output = printed(command, folder)
                for path in (BUILD, BUILD.resolve()):
                    output = output.replace(str(path), "build")
                same = compared(output) == compared(shown)
                block += f"$ {command}\n" + (shown if same else output.rstrip() + "\n")
            return f"```console\n{block}```"
        return BLOCK.sub(current, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the output to the pages")
    parser.add_argument("pages", nargs="+", metavar="PAGE", type=pathlib.Path)
    options = parser.parse_args()
    differs = False
    for page in options.pages:
        old = page.read_text()
        new = with_current_output(old)
        differs |= new != old
        if options.write:
            page.write_text(new)
        else:
            sys.stdout.writelines(difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), f"{page}: shown", f"{page}: printed"))
    return int(differs and not options.write)


if __name__ == "__main__":
    sys.exit(main())
