# SPDX-License-Identifier: MIT
"""Compares a machine's table of memory latencies with the virtual Pentium's results for its
cases."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / os.environ.get("BUILD", "build")
TABLES = ROOT / "tests/data/silicon"
BOXES = ROOT / "sim/machine_profiles"

# Agreement: within this many clocks, or within this share of them if that is more.
CLOCKS, SHARE = 1, 0.1

COMMAND_BYTES = 250  # the limit of an experiment's list of benchmarks
MANY, FEW = 8, 3     # sizes per pattern, cases per size
FINDING = re.compile(r'ev=finding bench="(\S+?):pages=\w+" .*name=clocks_per_load value=([\d.]+)')


def table(name):
    """{case: clocks} of tests/data/silicon/NAME_mem.tsv."""
    lines = (TABLES / f"{name}_mem.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert rows[0] == ["case", "clocks"]
    return {case: int(clocks) for case, clocks in rows[1:]}


def pages(name):
    """How the machine's system allocated its pages, according to a comment in its file."""
    return re.search(r"^# pages=(\w+)", (BOXES / f"{name}.box").read_text(), re.M)[1]


def arguments(case):
    return dict(word.split("=") for word in case.split(":")[1:])


def number(text):
    """"4K" gives 4096."""
    return int(text.rstrip("KM")) * {"K": 1 << 10, "M": 1 << 20}.get(text[-1], 1)


def names(cases, how):
    """Globs for the benchmarks of these cases: by pattern if all its sizes are needed, by size if
    many are, and else one by one."""
    patterns = {}
    for case in cases:
        sizes = patterns.setdefault(case.split(":")[0], {})
        sizes.setdefault(arguments(case)["size"], []).append(case)
    for pattern, sizes in patterns.items():
        if len(sizes) > MANY:
            yield f"{pattern}:*:pages={how}"
            continue
        for size, of_size in sizes.items():
            exact = [f"{case}:pages={how}" for case in of_size]
            yield from ([f"{pattern}:size={size}:*:pages={how}"] if len(exact) > FEW else exact)


def commands(globs):
    """Lists of globs, of the length that an experiment allows."""
    command = ""
    for glob in globs:
        if command and len(command) + 1 + len(glob) > COMMAND_BYTES:
            yield command
            command = ""
        command += ("," if command else "") + glob
    yield command


def measure(box, cases, how, options=()):
    """{case: clocks of a load} in the virtual Pentium; `box` is a name or a file."""
    found = {}
    for command in commands(names(cases, how)):
        done = subprocess.run(
            [BUILD / "vpentium", "-machine", box, *options, "-kernel", BUILD / "bareprobe.elf",
             "-append", f"command={command} events=count_clocks repetitions=1 report=records "
             "skip_initialization_run=yes exit=qemu"], capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{command}: {done.stderr}{done.stdout[-500:]}")
        found.update((case, float(value)) for case, value in FINDING.findall(done.stdout))
    return {case: found[case] for case in cases}


def agrees(model, silicon):
    return abs(model - silicon) <= max(CLOCKS, SHARE * silicon)
