#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Fuzzes the monitor of a virtual Pentium: types random commands and checks that it still answers.
Commands use random registers, ports and memory, stop a benchmark at any time, and contain
unknown words, noise and halves of frames.

Commands that would end it are not typed (bye, reboot, poweroff, those that require `really`).

  tools/monitor_fuzz.py [--lines 10000] [--seed 1] [--cpu p54c]
"""
import argparse
import collections
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/virtual"))
from monitor_prompt import begun, framed  # its directory must be on the path first

MSRS = [0, 1, 2, 5, 0xE, 0x10, 0x11, 0x12, 0x13, 0x1B, 0xC1, 0x186, 0x2FF, 0xC0010000]
BENCHES = ["thesis/program1", "thesis/figure_3_4", "nothing", "pipe/*", "thesis/hello:x=1"]
EVENTS = ["data_read", "branches", "0x12", "clocks", "time_stamp", "foo", "cache", "data_read:u"]


def number(chance):
    return f"{chance.choice([chance.getrandbits(n) for n in (3, 8, 16, 32, 40, 64)]):x}"


def change(chance):
    return " ".join(chance.choice([f"and {number(chance)}", f"or {number(chance)}",
                                   f"xor {number(chance)}", f"set {chance.randrange(70)}",
                                   f"clr {chance.randrange(70)}", number(chance)])
                    for _ in range(chance.randrange(4)))


def register(chance):
    return f"{chance.choice(MSRS):x}" if chance.random() < 0.5 else number(chance)


def command(chance):
    return chance.choice([
        lambda: f"rdmsr {register(chance)}", lambda: f"wrmsr {register(chance)} {change(chance)}",
        lambda: f"rdcr {chance.randrange(9)}",
        lambda: f"wrcr {chance.randrange(6)} {change(chance)}",
        lambda: f"rddr {chance.randrange(9)}",
        lambda: f"wrdr {chance.randrange(8)} {change(chance)}",
        lambda: f"tr {register(chance)} {change(chance)}", lambda: f"cpuid {number(chance)}",
        lambda: "rdtsc", lambda: f"rdpmc {number(chance)}",
        lambda: f"in {chance.choice('bwdq')} {number(chance)}",
        lambda: f"out {chance.choice('bwd')} {number(chance)} {number(chance)}",
        lambda: f"dump {number(chance)} {chance.randrange(0x90):x}",
        lambda: f"peek {chance.choice('bwd')} {number(chance)}",
        lambda: f"poke {chance.choice('bwd')} {number(chance)} {number(chance)}",
        lambda: f"flush {chance.choice(['cache', 'tlb', 'btb', 'all'])}",
        lambda: chance.choice(["help", "touched", "restore", "events br", "settings watch"]),
        lambda: f"set {chance.choice(['repetitions=2', 'watchdog=1', 'paging=4k', 'x=y'])}",
    ])()


def measuring(chance):
    events = ",".join(chance.sample(EVENTS, chance.randrange(1, 4)))
    bench = chance.choice(BENCHES[:4])
    return chance.choice([
        lambda: f"count {events} {bench} repetitions=1",
        lambda: f"count {events} for {chance.choice(['10ms', '0s', 'ever'])}",
        lambda: f"watch {events} {bench} every 10ms for 20ms",
        lambda: f"log 10ms {events} for 20ms", lambda: "selftest",
        lambda: f"regions {chance.choice(BENCHES)}"])()


def stopping(chance):
    kind = chance.choice(["", "soft ", "hard ", "write ", "access ", "x "])
    place = chance.choice([chance.randrange(0x10D000, 0x1A0000), chance.getrandbits(32)])
    measures = measuring(chance)
    return chance.choice([
        lambda: f"debug {measures}", lambda: f"debug {measures} privilege=user",
        lambda: f"debug {command(chance)}", lambda: f"break {kind}{place:x} {chance.randrange(6)}",
        lambda: f"break {kind}{place:x}", lambda: f"clear {kind}{place:x}", lambda: "clear all",
        lambda: "go", lambda: "go", lambda: "step", lambda: "kill",
        lambda: f"regs {chance.choice(['', 'x87', 'eax 5', 'cs 8', 'esp 0', 'eflags 100', 'st0'])}",
        lambda: f"regs {chance.choice(['ecx', 'esi', 'fctrl', 'st1', 'foo'])} {number(chance)}"])()


def noise(chance):
    text = bytes(chance.randrange(1, 256) for _ in range(chance.randrange(60))).decode("latin-1")
    return text.replace("\x11", "").replace("\x13", "")


def half_frame(chance):
    whole = framed(f'BP ask={chance.randrange(9)} line="{command(chance)}"')
    return whole[:chance.randrange(len(whole))]


def is_meant_to_end(line):
    return re.search(r"bye|reboot|poweroff|really", line, re.I)


def fuzz(lines, seed, *options):
    """The number of typed commands by kind; an AssertionError with the last lines if the monitor
    did not answer."""
    chance = random.Random(seed)
    kinds = [(command, 80), (measuring, 2), (stopping, 20), (noise, 12), (half_frame, 6)]
    done, last = collections.Counter(), collections.deque(maxlen=8)
    with begun("watchdog=2 repetitions=1", *options) as prompt:
        for _ in range(lines):
            kind = chance.choices([kind for kind, _ in kinds], [often for _, often in kinds])[0]
            line = kind(chance)
            if is_meant_to_end(line):
                continue
            last.append(line)
            prompt.send(f"plain again\r{line}\r\n")
            try:
                prompt.is_there()
            except (AssertionError, OSError) as error:
                raise AssertionError(f"seed {seed}: no answer after {list(last)}") from error
            done[kind.__name__] += 1
    return done


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--lines", type=int, default=10000,
                        help="number of lines to type (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default %(default)s)")
    parser.add_argument("--cpu", default="p54c", help="processor (default %(default)s)")
    options = parser.parse_args()
    done = fuzz(options.lines, options.seed, "-cpu", options.cpu)
    print(f"{sum(done.values())} lines, the prompt returned after each:",
          ", ".join(f"{n} {kind}" for kind, n in sorted(done.items())))


if __name__ == "__main__":
    main()
