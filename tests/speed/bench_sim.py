#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How fast the virtual Pentium is: modelled seconds at 100 MHz per second of the host.

Host seconds are processor time, median of --runs, so that other work on the host counts little;
what starting and ending take (the program `nothing`) is taken off, for QEMU it is most of it.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
MHZ = 100
LEAST_INSTRUCTIONS = 50_000_000
PROGRAMS = ("crc32", "matrix", "quicksort")
SAID = re.compile(r"clocks=(\w+) instructions=(\w+) result=(\w+)\n")


def vpentium(image):
    return [BUILD / "vpentium", "-mhz", str(MHZ), "-kernel", image]


def qemu(image):
    return ["qemu-system-i386", "-cpu", "pentium", "-accel", "tcg", "-m", "16", "-no-reboot",
            "-display", "none", "-monitor", "none", "-serial", "stdio",
            "-device", "isa-debug-exit,iobase=0xf4,iosize=4", "-kernel", image]


def run(machine, name):
    """(clocks, instructions, result) as the program says them, and the host's seconds."""
    command = [str(word) for word in machine(BUILD / "speed" / f"{name}.elf")]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True) as process:
        said = process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    numbers = SAID.search(said)
    if not numbers:
        sys.exit(f"bench_sim: {command[0]}: {name}.elf said '{said}', not what it took")
    return tuple(int(number, 16) for number in numbers.groups()), used.ru_utime + used.ru_stime


def median_run(machine, name, runs):
    """What the program said, the same each time on a machine whose clock is modelled; seconds."""
    outcomes = [run(machine, name) for _ in range(runs)]
    return outcomes[0][0], statistics.median(seconds for _, seconds in outcomes)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=3, help="runs of each program (3)")
    runs = arguments.parse_args().runs
    start = {machine: median_run(machine, "nothing", runs)[1] for machine in (vpentium, qemu)}
    for name in PROGRAMS:
        (clocks, instructions, result), host = median_run(vpentium, name, runs)
        (_, _, expected), reference = median_run(qemu, name, runs)
        if result != expected:
            sys.exit(f"bench_sim: {name} gives {result:#x}, in QEMU {expected:#x}")
        if instructions < LEAST_INSTRUCTIONS:
            sys.exit(f"bench_sim: {name} ran {instructions} instructions, too few to time")
        host -= start[vpentium]
        reference -= start[qemu]
        modelled = clocks / (MHZ * 1e6)
        print(f"{name:10} modelled {modelled:.2f} s, host {host:.2f} s, ratio {modelled / host:.2f}"
              f" ({instructions / host / 1e6:.0f} M instructions/s);"
              f" QEMU TCG {reference:.2f} s, {host / reference:.1f} times as fast", flush=True)


if __name__ == "__main__":
    main()
