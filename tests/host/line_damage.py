#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Damages a log as a serial line may, and prints the table of the results that bareprobe accepts.

As a program it prints the table in tests/host/README.md. The log is a real one of the virtual
Pentium (tests/data/wire). The damage is drawn from a seed, so the counts do not change.
"""
import collections
import lzma
import os
import pathlib
import random
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
LOG = lzma.decompress((ROOT / "tests/data/wire/thesis_programs.log.xz").read_bytes())
LINES = LOG.splitlines(keepends=True)
SEED = 1997
# bareprobe writes this to its raw log if the adapter disappeared in the middle of a line
UNPLUGGED = b"\n"


def flipped(rng):
    """One byte in a hundred is replaced."""
    log = bytearray(LOG)
    for place in rng.sample(range(len(log)), len(log) // 100):
        log[place] ^= rng.randrange(1, 256)
    return [bytes(log)]


def flipped_rarely(rng):
    """One byte in ten thousand has one bit flipped."""
    log = bytearray(LOG)
    for place in rng.sample(range(len(log)), len(log) // 10000):
        log[place] ^= 1 << rng.randrange(8)
    return [bytes(log)]


def cut(rng):
    """One line in twenty ends early, with or without its line end."""
    def end_early(line):
        return line[:rng.randrange(len(line))] + rng.choice((b"", b"\n"))
    return [b"".join(end_early(line) if rng.random() < .05 else line for line in LINES)]


def merged(rng):
    """One line in twenty loses its line end."""
    return [b"".join(line[:-1] if rng.random() < .05 else line for line in LINES)]


def repeated(rng):
    """One line in twenty is repeated, and one in a hundred is repeated much later."""
    lines = []
    for place, line in enumerate(LINES):
        lines += [line] * (2 if rng.random() < .05 else 1)
        if rng.random() < .01:
            lines.append(LINES[rng.randrange(place + 1)])
    return [b"".join(lines)]


def dropped(rng):
    """One line in twenty is lost."""
    return [b"".join(line for line in LINES if rng.random() >= .05)]


def garbage_first(rng):
    """Five megabytes of random bytes precede the log, including starts of records."""
    garbage = bytearray(rng.randbytes(5_000_000))
    for _ in range(1000):
        place = rng.randrange(len(garbage) - 20)
        garbage[place:place + 9] = b"BP seq=1 "
    return [bytes(garbage), b"\n", LOG]


def stop(rng):
    """The log ends in the middle of a line."""
    place = rng.randrange(len(LINES) // 2, len(LINES))
    return [b"".join(LINES[:place]), LINES[place][:30]]


def carriage_returns(_):
    """Each line ends in CR LF."""
    return [LOG.replace(b"\n", b"\r\n")]


def reboot(rng):
    """The machine resets within a line, its boot loader prints text, and the run starts again."""
    place = rng.randrange(len(LINES) // 2, len(LINES))
    return [b"".join(LINES[:place]), LINES[place][:40], b"\0\xff\r\nGRUB loading.\r\nWelcome!\r\n",
            LOG]


def unplug(rng):
    """The adapter is unplugged within a line and is back a hundred lines later, also within a
    line."""
    place = rng.randrange(1000, 2000)
    return [b"".join(LINES[:place]) + LINES[place][:50], UNPLUGGED,
            LINES[place + 100][20:] + b"".join(LINES[place + 101:])]


KINDS = (flipped, flipped_rarely, cut, merged, repeated, dropped, garbage_first, stop,
         carriage_returns, reboot, unplug)


def damaged(kind):
    """Returns the received pieces of the damaged log."""
    return kind(random.Random(SEED))


Account = collections.namedtuple("Account", "results runs log")


def accepted(path):
    """Returns what bareprobe's reader accepts from a log: results as text by run, and its
    accounts."""
    said = subprocess.run([BUILD / "accepted", path], capture_output=True, text=True, check=True)
    results, runs, log = collections.defaultdict(list), [], {}
    for line in said.stdout.splitlines():
        numbers = dict(re.findall(r" (\w+)=(\d+)", line))
        kind = line.split()[0]
        if kind == "result":
            results[int(numbers["run"])].append(line.split(" ", 2)[2])
        elif kind == "run":
            runs.append({name: int(value) for name, value in numbers.items()})
        else:
            log = {name: int(value) for name, value in numbers.items()}
    return Account(results, runs, log)


def accepted_bytes(data):
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return accepted(file.name)


def wrong_results(account, clean):
    """Returns the number of results that the undamaged log does not have, or has less often."""
    true = collections.Counter(clean.results[0])
    return sum((collections.Counter(results) - true).total()
               for results in account.results.values())


def silent_losses(account, clean):
    """Returns the number of records of a complete run that are missing and not reported as lost,
    plus the runs that claim to be complete but have too few results."""
    whole = clean.runs[0]["records"]
    unknown = sum(whole - run["records"] - run["lost"] for run in account.runs if run["done"])
    return unknown + sum(len(account.results[run["run"]]) < len(clean.results[0])
                         for run in account.runs if run["complete"])


def table():
    clean = accepted_bytes(LOG)
    rows = ["| what happens | results accepted | records lost | damaged | merged | "
            "repeated, late | rejected | wrong results | silent losses |",
            "| --- |" + " ---: |" * 8]
    for kind in KINDS:
        account = accepted_bytes(b"".join(damaged(kind)))
        log = account.log
        came = " + ".join(str(len(account.results[run["run"]])) for run in account.runs)
        unfinished = "" if all(run["done"] for run in account.runs) else ", and an end"
        rows.append(f"| {' '.join(kind.__doc__.split())} | {came} | {log['lost'] - log['late']}"
                    f"{unfinished} | {log['damaged'] + log['cut']} | {log['merged']} | "
                    f"{log['repeated']}, {log['late']} | {log['rejected']} | "
                    f"{wrong_results(account, clean)} | {silent_losses(account, clean)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
