#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints a table of vpentium's host time by activity of the simulator, for docs/simulator.md.

perf samples the processor time. Each sample belongs to the innermost source line at its address,
according to vpentium's debug information, and lines belong to groups by their file.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / os.environ.get("BUILD", "build")
SIM = BUILD / "vpentium"

# The first pattern found in the file's name decides. BY_CALLER: the group of the calling line.
BY_CALLER = "by caller"
GROUPS = (
    ("sim/model/(p5/p5_state|common/(line_cache|return_stack)).h", BY_CALLER),
    ("sim/model/(plru|timing|insn|model|chance).h", BY_CALLER),
    ("sim/cpu/(cpu|operation).h", BY_CALLER),
    ("sim/cpu/decoder/|p5/(p5_classify|timing_table).[ch]|libZydis", "decode"),
    ("sim/cpu/translator/(slow_path|translated_blocks).c|p5_translated.c", "slow paths"),
    ("sim/model/near_line.h", BY_CALLER),
    ("sim/cpu/translator/", "translating"),
    ("sim/cpu/run_loop.c", "run loop"),
    ("sim/cpu/fpu/|sim/model/p5/x87/", "x87 and MMX"),
    ("sim/cpu/guest_memory.[ch]", "guest memory"),
    ("sim/cpu/system/page_walk.c|p5/p5_tlb.c|common/tlb_array.[ch]", "TLB"),
    ("sim/cpu/", "execute"),
    ("p5/(pairing|issue_timing).c", "pairing, issue"),
    ("p5/data_access.c", "data cache"),
    ("p5/code_fetch.c", "code cache"),
    ("common/line_cache.c", "cache fills"),
    ("common/btb_array.[ch]|p5/branch_timing.c", "BTB"),
    ("p5/(p5_bus|inquire_cycle).c", "bus, L2"),
    ("sim/counters/|p5/(p5_msr|p5_model|roughness|test_registers).c", "counters"),
    ("sim/devices/", "devices"),
    ("sim/model/", "rest of the model"),
)
TRANSLATED, HOST = "translated code", "host: start, libc, kernel"
ORDER = ("decode", "translating", TRANSLATED, "slow paths", "run loop", "execute", "guest memory",
         "pairing, issue", "data cache", "code cache", "cache fills", "TLB", "BTB", "bus, L2",
         "x87 and MMX", "counters", "devices", "rest of the model", HOST)

# The default commands.
SUITE = [BUILD / "bareprobe", "run", "--no-log", "--no-store", "--report", "none", "--suite"]
DEFAULT = {**{name: [SIM, "-mhz", "100", "-kernel", BUILD / f"speed/{name}.elf"]
            for name in ("crc32", "matrix", "quicksort")},
         "quick": [*SUITE, "quick"]}


def group_of_file(name):
    """None: the file is not part of the simulator."""
    for pattern, group in GROUPS:
        if re.search(pattern, name):
            return group
    return None


def group_of_frames(files):
    """The group of a place, from its files, the innermost inlined one first."""
    groups = [group_of_file(name) for name in files]
    for group in groups:
        if group and group != BY_CALLER:
            return group
    return "rest of the model" if BY_CALLER in groups else HOST


def group_of_object(name):
    """The group of code outside vpentium: memory without a file is translated code."""
    if group_of_file(name):
        return group_of_file(name)
    if re.match(r"//anon|\[(unknown|heap|stack|anon)|anon_inode|/memfd:|/tmp/perf-\d+\.map", name):
        return TRANSLATED
    return HOST


def said(command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, **more)
    if done.returncode:
        sys.exit(f"where_time_goes: {' '.join(map(str, command))} ended with {done.returncode}: "
                 f"{done.stderr[-500:]}")
    return done.stdout


def frames(program, places):
    """{place: [file, ...]}, the innermost first; places are addresses in the ELF file."""
    listed = said(["addr2line", "-a", "-i", "-e", program],
                  input="".join(f"{place:#x}\n" for place in places))
    found, at = {}, None
    for line in listed.splitlines():
        if re.fullmatch(r"0x[0-9a-f]+", line):
            at = found.setdefault(int(line, 16), [])
        else:
            at.append(line.rpartition(":")[0])
    return found


def samples(recorded):
    """The samples of processes named vpentium: numbers by place in it, and by other object."""
    places, objects, mapped = collections.Counter(), collections.Counter(), {}
    listed = said(["perf", "script", "-i", recorded, "--show-mmap-events", "-F", "comm,pid,ip,dso"])
    for line in listed.splitlines():
        new = re.search(r"MMAP2? (\d+)/\d+: \[(0x\w+)\(\w+\) @ (\w+) .*: r-x\S* .*/vpentium$", line)
        hit = re.match(r"\s*vpentium\s+(\d+)\s+([0-9a-f]+) \((.*)\)$", line)
        if new:
            mapped[new[1]] = int(new[2], 16) - int(new[3], 16)
        elif hit and hit[3].endswith("/vpentium"):
            places[int(hit[2], 16) - mapped[hit[1]]] += 1
        elif hit:
            objects[hit[3]] += 1
    return places, objects


def offset_of_code():
    """The difference between the address of code and its offset in the file."""
    line = re.search(r"LOAD +(0x\w+) (0x\w+) \S+ \S+ \S+ R E", said(["readelf", "-lW", SIM]))
    return int(line[2], 16) - int(line[1], 16)


def measure(command, frequency):
    """({group: share}, seconds of processor time)."""
    with tempfile.TemporaryDirectory() as folder:
        recorded = pathlib.Path(folder, "perf.data")
        said(["perf", "record", "-q", "-e", "cpu-clock", "-F", frequency, "-o", recorded, "--",
              *command], stdin=subprocess.DEVNULL, cwd=ROOT)
        places, objects = samples(recorded)
    shift = offset_of_code()
    places = collections.Counter({place + shift: n for place, n in places.items()})
    files = frames(SIM, sorted(places))
    by_group = collections.Counter()
    for place, n in places.items():
        by_group[group_of_frames(files[place])] += n
    for name, n in objects.items():
        by_group[group_of_object(name)] += n
    total = sum(by_group.values())
    if not total:
        sys.exit(f"where_time_goes: {command[0]}: no samples of vpentium")
    return {group: n / total for group, n in by_group.items()}, total / frequency


def table(columns):
    """Markdown: a row for each group that has a sample."""
    yield "| share of the host's time, % | " + " | ".join(columns) + " |"
    yield "| --- |" + " --- |" * len(columns)
    for group in ORDER:
        cells = [shares.get(group, 0) for shares, _ in columns.values()]
        if any(cells):
            yield f"| {group} | " + " | ".join(f"{100 * cell:.1f}" for cell in cells) + " |"
    yield "| seconds | " + " | ".join(f"{seconds:.2f}" for _, seconds in columns.values()) + " |"


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="Default commands: crc32, matrix and quicksort of tests/speed, and the suite quick.")
    arguments.add_argument("--frequency", type=int, default=4000,
                           help="samples per second (default %(default)s)")
    arguments.add_argument("--suite", action="append", default=[], metavar="NAME",
                           help="suite of bareprobe, instead of the default commands; may be "
                                "repeated")
    arguments.add_argument("command", nargs="*", help="command that runs vpentium, after --")
    given = arguments.parse_args()
    for needed in ("perf", "addr2line", "readelf"):
        if not shutil.which(needed):
            sys.exit(f"where_time_goes: {needed} is missing (Debian packages linux-perf, binutils)")
    runs = {suite: [*SUITE, suite] for suite in given.suite}
    if given.command:
        runs["command"] = given.command
    runs = runs or DEFAULT
    print("\n".join(table({name: measure(run, given.frequency) for name, run in runs.items()})))


if __name__ == "__main__":
    main()
