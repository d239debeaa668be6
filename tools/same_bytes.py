#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares two vpentiums: every byte that a kernel sends in both, and of each watch's file.

Both get the same kernel file and the same words, since a kernel sees its own path. For a case that
differs the first different line is printed. For validating a faster simulator.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / os.environ.get("BUILD", "build")
CPUS = ("p54c", "p55c")

# Groups of benchmarks, as in the suites; groups in no suite have few repetitions.
MACHINE = "events=count_clocks,instructions_executed_in_v_pipe repetitions=10"
EVENTS = "events=all repetitions=2"
GROUPS = {
    "thesis": "command=thesis/* events=all repetitions=20",
    "apps": "command=apps/* events=count_clocks,instructions_executed,"
            "instructions_executed_in_v_pipe,stall,pipeline_flushes,"
            "misaligned_data_memory_or_IO_references repetitions=20",
    "memory": f"command=memory/* {MACHINE}",
    "instr": f"command=instr/* {MACHINE}",
    "branch": f"command=branch/* {MACHINE}",
    "pipe": f"command=pipe/* {MACHINE}",
    "choice": f"command=choice/* {EVENTS}",
    "stamped": f"command=stamped/* use_assembly_regions=no {EVENTS}",
    "sampled": f"command=sampled/* use_assembly_regions=no {EVENTS}",
    "chain": "command=chain/linear:size=16K:stride=32:pages=ordered,"
             "chain/backward:size=16K:stride=64:pages=whole,"
             "chain/random:size=64K:stride=64:pages=coloured,"
             "chain/blocks:size=64K:lines=8:pages=ordered,"
             "chain/pairs:size=16K:stride=32:order=forward:pages=ordered "
             "events=count_clocks repetitions=1",
    "cold": "command=thesis/* events=cache,branch state=cold repetitions=2",
    "user": "command=thesis/*,apps/crc32 events=pipe,data_tlb_miss privilege=user paging=4k "
            "repetitions=2",
}

# Programs short enough to be watched to the end, and where each begins; all are annotated whole.
WATCHED = {"thesis/program1": "program1", "thesis/hello": "hello.loop",
           "thesis/program2": "program2"}
WATCHES = ("-annotate", "-trace", "-vcd")


def cases(names, cpus, repetitions):
    """(name, settings, options, whether a watch writes a file)"""
    for name in names:
        for cpu in cpus:
            group, _, how = name.partition("+")
            if group != "watch":
                options = ("-cpu", cpu, *([f"-{how}"] if how else ()))
                settings = GROUPS[group]
                if repetitions:
                    settings = re.sub("repetitions=[0-9]+", f"repetitions={repetitions}", settings)
                yield f"{name} {cpu}", settings, options, None
                continue
            for program, place in WATCHED.items():
                settings = f"command={program} events=count_clocks repetitions=2"
                options = ("-cpu", cpu, "-trace-from", place, "-trace-clocks", "200000")
                for watch in WATCHES:
                    yield f"{watch} {program} {cpu}", settings, options, watch


def sent(simulator, kernel, settings, options, watch):
    """All output, as parts by name, and the seconds of processor time."""
    with tempfile.TemporaryDirectory() as folder:
        seen = pathlib.Path(folder, "seen")
        command = [simulator, "-kernel", kernel, "-append", f"{settings} exit=qemu", *options,
                   *([watch, seen] if watch else ())]
        before = os.times()
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL,
                              capture_output=True, check=False)
        after = os.times()
        parts = {"COM1": done.stdout, "stderr": done.stderr,
                 "exit status": str(done.returncode).encode()}
        if watch:
            parts[watch] = seen.read_bytes() if seen.exists() else b""
    return parts, after.children_user - before.children_user


def difference(old, new):
    """The first line that differs, from both; None if all bytes are equal."""
    if old == new:
        return None
    old, new = old.split(b"\n"), new.split(b"\n")
    at = next((n for n, (one, other) in enumerate(zip(old, new)) if one != other),
              min(len(old), len(new)))
    both = [(lines[at] if at < len(lines) else b"(ended)").decode("utf-8", "replace")
            for lines in (old, new)]
    return f"line {at + 1}\n  old: {both[0]}\n  new: {both[1]}"


def compare(name, case, simulators, kernel):
    """Prints a line; returns whether every byte is the same and there are records."""
    (old, old_time), (new, new_time) = (sent(simulator, kernel, *case) for simulator in simulators)
    apart = {part: difference(old[part], new[part]) for part in old}
    apart = {part: text for part, text in apart.items() if text}
    records = old["COM1"].count(b" ev=result ")
    if not records:
        apart["COM1"] = "no result"
    size = sum(map(len, old.values()))
    print(f"{'differs' if apart else 'same':7}  {name:32} {size:10} bytes, {records:6} results, "
          f"{old_time:7.2f} s -> {new_time:7.2f} s", flush=True)
    for part, text in apart.items():
        print(f"  {part}: {text}", flush=True)
    return not apart


def main():
    known = [*GROUPS, *(f"{group}+exact" for group in GROUPS), "watch"]
    arguments = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="Cases: " + ", ".join([*GROUPS, "watch"]) + "; with +exact after a group, "
               "nothing is translated. Default: every group, thesis+exact, pipe+exact and watch.")
    arguments.add_argument("old", type=pathlib.Path, help="first vpentium")
    arguments.add_argument("new", type=pathlib.Path, help="second vpentium")
    arguments.add_argument("case", nargs="*", help="cases to run (see below)")
    arguments.add_argument("--kernel", type=pathlib.Path, default=BUILD / "bareprobe.elf",
                           help="kernel that both run (default build/bareprobe.elf)")
    arguments.add_argument("--cpu", action="append", choices=CPUS,
                           help="processor; may be repeated (default: both)")
    arguments.add_argument("--repetitions", type=int,
                           help="repetitions (default: depends on the group)")
    given = arguments.parse_intermixed_args()
    for file in (given.old, given.new, given.kernel):
        if not file.is_file():
            sys.exit(f"same_bytes: {file}: no such file")
    names = given.case or [*GROUPS, "thesis+exact", "pipe+exact", "watch"]
    for name in names:
        if name not in known:
            sys.exit(f"same_bytes: '{name}' is not a case; expected {', '.join(known)}")
    start = time.monotonic()
    same = [compare(name, case, (given.old.resolve(), given.new.resolve()), given.kernel.resolve())
            for name, *case in cases(names, given.cpu or CPUS, given.repetitions)]
    print(f"{sum(same)} of {len(same)} cases are the same, {time.monotonic() - start:.0f} s")
    sys.exit(0 if all(same) else 1)


if __name__ == "__main__":
    main()
