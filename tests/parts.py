#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs everything in parts, as `make check-all` and CI do: `make check`, the tests marked `full` by
subject, the sanitizers and the fuzzers. Prints the time of each part; the last line is the sum,
`N passed, N failed`.

A part is a row of PARTS. A test file belongs to the first part that has a pattern for it.
"""
import argparse
import dataclasses
import fnmatch
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
SUMMARY = re.compile(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?")
PATIENCE = 30  # seconds that an interrupted part has to end, and the least worth beginning one for
MARKS = re.compile(r"\bmark\.full\b|^from tiers import", re.M)


@dataclasses.dataclass
class Part:
    """Files: patterns of test files. Sources: directories whose change makes the part urgent.
    Command: runs instead of pytest. It ends with the summary line, or counts as one test."""
    name: str
    files: tuple = ()
    sources: tuple = ()
    command: tuple = ()


PARTS = [
    Part("check", command=("make", "check")),
    Part("differential", ("tests/differential/*",), ("sim/cpu", "tests/differential")),
    Part("metamorphic", ("tests/metamorphic/*",), ("kernel/measure", "kernel/monitor", "pmc")),
    Part("boot matrix", ("tests/boot/*", "tests/qemu/*", "tests/build/test_media.py"),
         ("boot", "iso", "kernel/machine")),
    Part("rough machines", ("tests/virtual/test_roughness.py", "tests/virtual/test_disturbed.py",
                            "tests/virtual/test_silicon.py"),
         ("sim/silicon.def", "sim/devices", "kernel/measure", "kernel/machine")),
    Part("sampling", ("tests/virtual/test_profile_shares.py", "tests/virtual/test_interrupted.py",
                      "tests/virtual/test_skid_found.py", "tests/host/test_skid.py",
                      "tests/host/test_rates.py", "tests/host/test_series.py",
                      "tests/host/test_profile.py", "tests/host/test_breakdown.py",
                      "tests/build/test_multiplex_tables.py"),
         ("kernel/sample", "host/analysis/profile", "host/analysis/breakdown")),
    Part("instruction tables", ("tests/virtual/test_instr*.py", "tests/host/test_instr_table.py",
                                "tests/host/test_compare_silicon.py", "tests/k7/*", "tests/p4/*",
                                "tests/p6/*"),
         ("sim/model", "bench/instr", "tests/data")),
    Part("machine profiles", ("tests/virtual/test_boxes.py", "tests/virtual/test_fit.py",
                              "tests/virtual/test_machine*.py",
                              "tests/virtual/test_shapes_found.py",
                              "tests/virtual/test_parameters.py"),
         ("sim/machine_profiles", "sim/model", "host/analysis/fit", "bench/memory")),
    Part("builds", ("tests/build/*", "tests/virtual/test_determinism.py"),
         ("make", "tools", "Makefile", "bench")),
    Part("host command", ("tests/host/*", "tests/wire/*", "tests/reordering/*"),
         ("host", "serial", "stats")),
    Part("other processors", ("tests/virtual/test_p6*.py", "tests/virtual/test_k7*.py",
                              "tests/virtual/test_p4*.py", "tests/virtual/test_sse2.py",
                              "tests/reference/*"), ("sim/model", "sim/counters", "pmc")),
    Part("programs", ("tests/process/*",), ("kernel/process", "tests/process", "tests/programs")),
    Part("simulator and kernel", ("tests/*",), ("sim", "kernel", "pmc", "bench")),
    Part("sanitizers", sources=("host", "sim", "stats", "serial"),
         command=("make", "check-sanitized")),
    Part("fuzzers", sources=("kernel/settings", "host/data/wire", "sim/loader", "tests/fuzz"),
         command=("make", "fuzz", "RUNS=20000")),
]


def full_files():
    """Test files that have a test marked `full`."""
    return [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("tests/*/test_*.py"))
            if MARKS.search(path.read_text())]


def files_by_part():
    """{part's name: its files with tests marked `full`}."""
    files = {part.name: [] for part in PARTS}
    for file in full_files():
        part = next(part for part in PARTS
                    if any(fnmatch.fnmatch(file, pattern) for pattern in part.files))
        files[part.name].append(file)
    return files


def last_change(paths):
    """The time of the last commit that changed one of the paths; 0 outside a git checkout."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct", "--", *paths], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    return int(done.stdout.strip() or 0) if done.returncode == 0 else 0


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def accept_interrupts():
    """A shell lets its background commands ignore SIGINT, and what they start inherits that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_part(part, files, pytest, bound):
    """(passed, failed, skipped, state). A part that does not end within the bound is stopped."""
    command = list(part.command) or [*pytest, "-m", "full", *files]
    # A make that a part calls is not a part of the make around it.
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True, preexec_fn=accept_interrupts)
    summary = None
    timer = Alarm(bound, process)
    for line in process.stdout:
        print(line, end="", flush=True)
        summary = SUMMARY.fullmatch(line.strip()) or summary
    status = process.wait()
    stopped = timer.cancel()
    if summary is None:
        return (1, 0, 0, "ok") if status == 0 else (0, int(not stopped), 0, f"exit status {status}")
    passed, failed, skipped = (int(number or 0) for number in summary.groups())
    if status and not failed and not stopped:
        failed = 1
    return passed, failed, skipped, "FAILED" if failed else "stopped" if stopped else "ok"


class Alarm:
    """Interrupts a process group after a number of seconds, unless it is cancelled first."""

    def __init__(self, seconds, process):
        self.fired = False
        self.timer = None
        if seconds is not None:
            self.timer = threading.Timer(seconds, self.fire, [process])
            self.timer.start()

    def fire(self, process):
        self.fired = True
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)

    def cancel(self):
        if self.timer:
            self.timer.cancel()
        return self.fired


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help="parts to run (default: all)")
    parser.add_argument("--list", action="store_true", help="list the parts with their files")
    parser.add_argument("--minutes", type=float, metavar="N",
                        help="after `make check`, run the most recently changed parts first, "
                             "and stop after N minutes")
    parser.add_argument("--pytest", default="python3 -m pytest", metavar="COMMAND",
                        help="how pytest is called")
    options = parser.parse_args()
    unknown = set(options.parts) - {part.name for part in PARTS}
    if unknown:
        parser.error(f"'{unknown.pop()}' is not a part; --list shows them")
    return options


def run_parts(parts, files, options):
    """The rows of the table, and the sums of passed, failed and skipped tests."""
    rows, totals, bound = [], [0, 0, 0], None
    for part in parts:
        left = None if bound is None else bound - time.monotonic()
        if left is not None and left < PATIENCE:
            rows.append((part.name, 0, 0, "not run: out of time"))
            continue
        print(f"== {part.name}", flush=True)
        started, processor = time.monotonic(), processor_seconds()
        *counts, state = run_part(part, files[part.name], shlex.split(options.pytest), left)
        totals = [total + count for total, count in zip(totals, counts)]
        rows.append((part.name, time.monotonic() - started, processor_seconds() - processor,
                     f"{counts[0]} passed, {counts[1]} failed, {state}"))
        if options.minutes is not None and bound is None:
            bound = time.monotonic() + options.minutes * 60
    return rows, totals


def main():
    options = parse_arguments()
    files = files_by_part()
    parts = [part for part in PARTS if (part.command or files[part.name])
             and (not options.parts or part.name in options.parts)]
    if options.list:
        for part in parts:
            print(f"{part.name}: {' '.join(part.command or files[part.name])}")
        return 0
    if options.minutes is not None:
        parts.sort(key=lambda part: (part.name != "check", -last_change(
            [*part.sources, *files[part.name]])))
    rows, totals = run_parts(parts, files, options)
    print(f"\n{'part':<24}{'seconds':>8}{'processor':>10}  result")
    for name, wall, processor, result in rows:
        print(f"{name:<24}{wall:>8.0f}{processor:>10.0f}  {result}")
    passed, failed, skipped = totals
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
