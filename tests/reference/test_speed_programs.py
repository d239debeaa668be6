# SPDX-License-Identifier: MIT
"""The programs of tests/speed calculate what is worked out here, as Linux programs and in the
virtual Pentium; so what make bench-sim times is the same work."""
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
    """256 times the bytes 0 to 255, 256 times over."""
    return zlib.crc32(bytes(range(256)) * 256 * 256)


def matrix():
    """The trace of 50 products: c is added to."""
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
    """Each of 512 pages once a round, 10000 rounds: the ring leaves none out."""
    return 10000 * sum(range(512))


def steps(number):
    """To 1, of a Collatz sequence: halved where even, else 3 n + 1; from 1 three steps."""
    count = 0
    while count == 0 or number != 1:
        number = 3 * number + 1 if number & 1 else number >> 1
        count += 1
    return count


def interpreter():
    """The last of those to 28000 with the most steps, and these."""
    most, best = max((steps(number), number) for number in range(1, 28001))
    return best << 16 | most


def copy():
    """The words 0 to 262143, and in the words 1 to 32 their own number once more."""
    return (sum(range(262144)) + sum(range(33))) & ALL_ONES


def nothing():
    return 0


EXPECTED = (crc32, matrix, quicksort, chase, interpreter, copy, nothing)
KERNEL = [SPEED.parent / "vpentium", "-kernel"]


@pytest.mark.parametrize("runner, suffix", [([], ".linux"), (KERNEL, ".elf")],
                         ids=["linux", "vpentium"])
@pytest.mark.parametrize("expected", EXPECTED, ids=lambda function: function.__name__)
def test_result(expected, runner, suffix):
    program = SPEED / (expected.__name__ + suffix)
    done = subprocess.run([*runner, program], capture_output=True, text=True, timeout=120,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert int(re.search(r"result=([0-9a-f]{16})\n", done.stdout)[1], 16) == expected()


def test_interpreter_jumps_from_many_places():
    """An indirect jump (FF /4) behind most of ten operations, not one in a common place."""
    listed = subprocess.run(["objdump", "-d", SPEED / "interpreter.elf"], capture_output=True,
                            text=True, check=True).stdout
    assert len(re.findall(r"\sjmp +\*", listed)) >= 6


def test_chase_misses_the_data_tlb():
    """A walk of 100 clocks more is seen in seven turns of eight at least: no more of the ring's 512
    pages than 64 are known."""
    def clocks(*options):
        done = subprocess.run([*KERNEL, SPEED / "chase.elf", *options], capture_output=True,
                              text=True, timeout=120, check=True)
        return int(re.search(r"clocks=([0-9a-f]{16})", done.stdout)[1], 16)
    assert clocks("-set", "tlb.walk=102") - clocks() >= 100 * 7 / 8 * 512 * 10000
