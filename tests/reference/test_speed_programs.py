# SPDX-License-Identifier: MIT
"""The programs of tests/speed compute the results that are derived here, as Linux programs and in
the virtual Pentium; so `make bench-sim` times the same work."""
import functools
import os
import pathlib
import re
import subprocess
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEED = ROOT / os.environ.get("BUILD", "build") / "speed"
ALL_ONES = 0xFFFFFFFF


def crc32():
    """256 times the bytes 0 to 255, repeated 256 times."""
    return zlib.crc32(bytes(range(256)) * 256 * 256)


def matrix():
    """The trace of 50 products, which are added to c."""
    size = range(64)
    trace = sum((i + k) % 7 * (k * i % 5) for i in size for k in size)
    return 50 * trace


def generated(seed, count):
    for _ in range(count):
        seed = (seed * 1664525 + 1013904223) & ALL_ONES
        yield seed


def quicksort():
    """The sum of the upper medians of 16 rows of numbers."""
    return sum(sorted(generated(seed, 32768))[16384] for seed in range(1, 17)) & ALL_ONES


def chase():
    """Each of 512 pages once per round, 10000 rounds: the ring omits no page."""
    return 10000 * sum(range(512))


def steps(number):
    """The steps to 1 of a Collatz sequence: halved if even, else 3 n + 1; three steps from 1."""
    count = 0
    while count == 0 or number != 1:
        number = 3 * number + 1 if number & 1 else number >> 1
        count += 1
    return count


def interpreter():
    """The last number up to 28000 with the most steps, and these steps."""
    most, best = max((steps(number), number) for number in range(1, 28001))
    return best << 16 | most


def copy():
    """The words 0 to 262143, and in the words 1 to 32 their own number again."""
    return (sum(range(262144)) + sum(range(33))) & ALL_ONES


def nothing():
    return 0


EXPECTED = (crc32, matrix, quicksort, chase, interpreter, copy, nothing)
KERNEL = (SPEED.parent / "vpentium", "-kernel")


@functools.cache
def output(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


@functools.cache
def result(expected):
    return expected()


@pytest.mark.parametrize("runner, suffix", [((), ".linux"), (KERNEL, ".elf")],
                         ids=["linux", "vpentium"])
@pytest.mark.parametrize("expected", EXPECTED, ids=lambda function: function.__name__)
def test_result(expected, runner, suffix):
    program = SPEED / (expected.__name__ + suffix)
    said = output(*runner, program)
    assert int(re.search(r"result=([0-9a-f]{16})\n", said)[1], 16) == result(expected)


def test_interpreter_jumps_from_many_places():
    """An indirect jump (FF /4) follows most of ten operations, not one at a common place."""
    listed = subprocess.run(["objdump", "-d", SPEED / "interpreter.elf"], capture_output=True,
                            text=True, check=True).stdout
    assert len(re.findall(r"\sjmp +\*", listed)) >= 6


def test_chase_misses_the_data_tlb():
    """A walk that takes 100 clocks more shows in at least seven of eight iterations: the TLB holds
    at most 64 of the ring's 512 pages."""
    def clocks(*options):
        said = output(*KERNEL, SPEED / "chase.elf", *options)
        return int(re.search(r"clocks=([0-9a-f]{16})", said)[1], 16)
    assert clocks("-set", "tlb.walk=102") - clocks() >= 100 * 7 / 8 * 512 * 10000
