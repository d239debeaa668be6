#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the speed of the virtual Pentium next to QEMU's TCG, cachegrind and callgrind on the
same code.

Host seconds are processor time, medians of --runs with minimum and maximum; the tools alternate, so
that changes of the host affect all of them. The time to start and end (the program `nothing`) is
subtracted. QEMU and valgrind are left out, with a message, if they are not installed.
"""
import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
MHZ = 100
LEAST_SECONDS = 0.2  # modelled: a shorter program is not timed
PROGRAMS = ("crc32", "matrix", "quicksort", "chase", "interpreter", "copy")
QUIET = 0.3  # a load average above it means that another program is running

# The P54C's caches, and the model's second level (sim/model/p5/p5_parameters.c). Explicit, since
# cachegrind simulates caches by default only up to 3.20.
CACHES = ["--cache-sim=yes", "--I1=8192,2,32", "--D1=8192,2,32", "--LL=262144,1,32"]

# Before the first benchmark the kernel examines the machine and measures its own probes.
FIRST = "command=thesis/hello events=count_clocks exit=qemu"


def vpentium(name):
    return [BUILD / "vpentium", "-mhz", MHZ, "-kernel", BUILD / f"speed/{name}.elf"]


def cachegrind(name):
    return ["valgrind", "--tool=cachegrind", *CACHES, "--cachegrind-out-file=/dev/null",
            BUILD / f"speed/{name}.linux"]


def callgrind(name):
    return ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            BUILD / f"speed/{name}.linux"]


def qemu(name):
    return ["qemu-system-i386", "-cpu", "pentium", "-accel", "tcg", "-m", "16", "-no-reboot",
            "-display", "none", "-monitor", "none", "-serial", "stdio",
            "-device", "isa-debug-exit,iobase=0xf4,iosize=4",
            "-kernel", BUILD / f"speed/{name}.elf"]


TOOLS = {"vpentium": vpentium, "cachegrind": cachegrind, "callgrind": callgrind, "QEMU TCG": qemu}


def run(command):
    """The program's output as {word: number}, and the host's seconds."""
    command = [str(word) for word in command]
    with tempfile.TemporaryFile("w+") as complaints, \
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=complaints, text=True) as process:
        said = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        complaints.seek(0)
        words = dict(re.findall(r"(\w+)=([0-9a-f]{16})\b", said))
        if "result" not in words:
            sys.exit(f"bench_sim: {' '.join(command)} ended with {process.returncode} and no "
                     f"result: {said}{complaints.read()}")
    return {word: int(number, 16) for word, number in words.items()}, used.ru_utime + used.ru_stime


def first_benchmark():
    """Host seconds from the call of vpentium to the first benchmark's record."""
    begun = time.perf_counter()
    with subprocess.Popen([BUILD / "vpentium", "-mhz", str(MHZ), "-kernel", BUILD / "bareprobe.elf",
                           "-append", FIRST], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True) as process:
        reached = any(" ev=bench " in line for line in process.stdout)
        taken = time.perf_counter() - begun
        process.kill()
    if not reached:
        sys.exit("bench_sim: bareprobe.elf came to no benchmark in vpentium")
    return taken


class Measured:
    """Seconds of each run by program and tool, vpentium's output for each, and the start."""

    def __init__(self, tools, programs):
        self.tools, self.programs = tools, programs
        self.seconds = {(name, tool): [] for name in ("nothing", *programs) for tool in tools}
        self.said, self.first = {}, []

    def round(self):
        for name in ("nothing", *self.programs):
            for tool in self.tools:
                said, seconds = run(TOOLS[tool](name))
                self.said.setdefault(name, said)
                if said["result"] != self.said[name]["result"]:
                    sys.exit(f"bench_sim: {name} gives {said['result']:#x} in {tool}, "
                             f"{self.said[name]['result']:#x} in {self.tools[0]}")
                self.seconds[name, tool].append(seconds)
        self.first.append(first_benchmark())

    def start(self, tool):
        return statistics.median(self.seconds["nothing", tool])

    def net(self, name, tool):
        """Median, minimum and maximum of a program's seconds without the start; None: not
        measured."""
        if tool not in self.tools:
            return None
        seconds = [one - self.start(tool) for one in self.seconds[name, tool]]
        return statistics.median(seconds), min(seconds), max(seconds)

    def modelled(self, name):
        return self.said[name]["clocks"] / (MHZ * 1e6)


def spread(three):
    return "{:.2f} ({:.2f}-{:.2f})".format(*three) if three else "-"


def ratio(a, b):
    return f"{a[0] / b[0]:.2f}" if a and b else "-"


def row(first, *cells, width=18):
    return f"{first:<12}" + "".join(f"{cell:>{width}}" for cell in cells)


def report(measured):
    """The lines of the tables, at most 100 columns wide."""
    runs = len(measured.first)
    yield f"Seconds of the host, median of {runs} (least-most), without the start"
    yield row("", *TOOLS)
    for name in measured.programs:
        yield row(name, *(spread(measured.net(name, tool)) for tool in TOOLS))
    yield row("start, ms", *(f"{1e3 * measured.start(tool):.0f}" if tool in measured.tools else "-"
                             for tool in TOOLS))
    yield ""
    yield f"vpentium at {MHZ} MHz; how many times another's seconds it takes: below 1 it is faster"
    yield row("", "modelled s", "modelled s", "M instr.", *["vpentium/"] * 3, width=14)
    yield row("", "", "a host s", "a host s", *list(TOOLS)[1:], width=14)
    for name in measured.programs:
        host, modelled = measured.net(name, "vpentium"), measured.modelled(name)
        yield row(name, f"{modelled:.2f}", f"{modelled / host[0]:.2f}",
                  f"{measured.said[name]['instructions'] / host[0] / 1e6:.0f}",
                  *(ratio(host, measured.net(name, tool)) for tool in list(TOOLS)[1:]), width=14)
    yield ""
    first = [1e3 * seconds for seconds in measured.first]
    yield (f"from the call of vpentium to the first benchmark: {statistics.median(first):.0f} ms "
           f"({min(first):.0f}-{max(first):.0f}) on the host's clock")


def version(command):
    told = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    return (told.stdout.splitlines() or ["?"])[0]


def notes(load):
    if load > QUIET:
        yield f"not quiet: the host's load was {load:.2f} before the first run"
    for command, what in (("valgrind", "cachegrind and callgrind were"),
                          ("qemu-system-i386", "QEMU was")):
        yield (version(command) if shutil.which(command) else
               f"no {command} here, so {what} not run")
    yield "cachegrind has " + " ".join(CACHES[1:]) + " and no TLB, BTB, pipes or bus"
    yield "callgrind has no caches: instructions by function and call"
    yield "copy's REP MOVSD is one instruction, of 262144 turns"


def tools_here():
    needs = {cachegrind: "valgrind", callgrind: "valgrind", qemu: "qemu-system-i386"}
    return [tool for tool, command in TOOLS.items()
            if command not in needs or shutil.which(needs[command])]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=5, help="runs of each program (5)")
    arguments.add_argument("programs", nargs="*", default=PROGRAMS, metavar="PROGRAM",
                           help=f"{', '.join(PROGRAMS)} (all)")
    given = arguments.parse_args()
    unknown = set(given.programs) - set(PROGRAMS)
    if unknown or given.runs < 1:
        arguments.error(f"no such program: {', '.join(sorted(unknown))}" if unknown else
                        f"--runs {given.runs}: 1 or more")
    load = os.getloadavg()[0]
    measured = Measured(tools_here(), tuple(given.programs))
    for _ in range(given.runs):
        measured.round()
    for name in measured.programs:
        if measured.modelled(name) < LEAST_SECONDS:
            sys.exit(f"bench_sim: {name} takes {measured.modelled(name):.3f} modelled seconds, "
                     "too few to time")
    print("\n".join([*report(measured), "", *notes(load)]))


if __name__ == "__main__":
    main()
