# SPDX-License-Identifier: MIT
"""Runs programs on the virtual machine, and on this host under step_count."""
import base64
import collections
import dataclasses
import os
import pathlib
import re
import subprocess
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()

PLAIN = re.compile(r"[A-Za-z0-9_./=+-]+")


def quoted(word):
    """A word of the setting `command`: \\xHH is a byte by its number."""
    if PLAIN.fullmatch(word):
        return word
    return '"' + "".join(c if c.isalnum() or c in " _./=+-*()^" else
                         "".join(f"\\x{byte:02x}" for byte in c.encode()) for c in word) + '"'


@dataclasses.dataclass
class Measured:
    """The report of a run: counts by event, what was written by name, and all records."""
    records: list
    counts: dict
    written: dict
    program: dict


def bytes_of(record):
    if "base64" in record:
        return base64.b64decode(record["base64"])
    return re.sub(rb"%([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]),
                  record.get("text", "").encode())


def written_of(records):
    """The streams and files of the `written` records, whose sizes and CRCs must agree."""
    parts = collections.defaultdict(bytes)
    for record in records:
        if record["ev"] != "written":
            continue
        name = record["name"]
        assert int(record["at"]) == len(parts[name])
        parts[name] += bytes_of(record)
        if "size" in record:
            assert len(parts[name]) == int(record["size"]) and "lost" not in record
            assert zlib.crc32(parts[name]) == int(record["crc32"], 16)
    return dict(parts)


@pytest.fixture(name="measure", scope="session")
def fixture_measure(vpentium, records, tmp_path_factory):
    """measure(folder, words, ...): runs the program words[0] of the folder on the machine."""
    def run(folder, words, *, files=(), stdin=None, cpu="p54c", repetitions=2,
            events="instructions_executed", settings="", modules=(), memory=None,
            options=(), timeout=300):
        parms = tmp_path_factory.mktemp("parms") / "parms"
        lines = [f"command = {' '.join(map(quoted, words))};", f"events = {events};",
                 f"repetitions = {repetitions};", settings]
        if stdin is not None:
            lines.append("stdin = input;")
        parms.write_text("(p5mon\n" + "\n".join(lines) + "\nend)\n")
        name = words[0].rsplit("/", 1)[-1]
        loaded = [f"{parms}", f"{folder / name} program={name}",
                  *(f"{folder / file} file={file}" for file in files), *modules]
        if stdin is not None:
            loaded.append(f"{stdin} file=input")
        done = vpentium("exit=qemu report=records", "-cpu", cpu, "-initrd", ",".join(loaded),
                        *(("-m", str(memory)) if memory else ()), *options, timeout=timeout)
        assert done.stdout, done.stderr
        sent = records(done.stdout)
        counts = {record["event"]: record for record in sent if record["ev"] == "result"}
        program = next((record for record in sent if record["ev"] == "program"), {})
        return Measured(sent, counts, written_of(sent), program)
    return run


@pytest.fixture(name="count_steps", scope="session")
def fixture_count_steps(tmp_path_factory):
    """count_steps(folder, words, ...): the counts of step_count, and the standard output."""
    def run(folder, words, *, stdin=None, features=0x1BF, environment=(), cpuid=None):
        work = tmp_path_factory.mktemp("steps")
        counts, output = work / "counts", work / "output"
        options = ["--to", counts, "--features", f"{features:x}",
                   *(word for variable in environment for word in ("--env", variable)),
                   *(("--cpuid", cpuid) if cpuid else ())]
        # Standard output is a file, as it is on the machine: musl's stdio asks.
        with open(output, "wb") as to, open(stdin or os.devnull, "rb") as source:
            done = subprocess.run([BUILD / "step_count", *options, *words], cwd=folder, check=False,
                                  stdin=source, stdout=to, stderr=subprocess.PIPE, timeout=900)
        assert done.returncode == 0, done.stderr
        found = dict(line.split() for line in counts.read_text().splitlines())
        return {name: int(value) for name, value in found.items()}, output.read_bytes()
    return run
