# SPDX-License-Identifier: MIT
"""Profiles against the truth: each function's share of the samples, as `bareprobe profile` has it,
beside its share of the clocks, or of the instructions, that -annotate counts in runs that nothing
interrupts (tools/profile_shares.py, which has the whole table)."""
import math
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import profile_shares as shares  # its folder had to be put on the path first

# All of apps/*, thesis/wc and sample/shares that have several functions of 1 % to 99 %: one that is
# alone in its program would always fit. Of copy's ways these two end in calls that are long enough.
PROGRAMS = ["apps/dct:*", "apps/fft:*", "apps/line:*", "apps/lu:*", "apps/mandelbrot:*",
            "apps/matmul:*", "apps/md5:*paired", "apps/search:*horspool", "apps/sha1:*paired",
            "apps/sieve:*", "apps/sort:*radix", "apps/texture:*", "sample/shares", "thesis/wc",
            "apps/copy:size=2K:variant=x87", "apps/copy:size=2K:variant=allocate"]
THREADED = "apps/bytecode:variant=threaded"  # handlers that jump through a register
# A virtual P6 takes as long as all else together: those with the most functions and calls.
ON_P6 = ["apps/dct:*aan", "apps/line:*pixels", "apps/lu:*after", "apps/search:*horspool",
         "apps/sieve:*odd", "apps/sort:*radix", "sample/shares", "thesis/wc", THREADED]
SAMPLES = 300


@pytest.fixture(name="functions", scope="module")
def fixture_functions():
    return shares.Functions()


@pytest.fixture(name="truth", scope="module")
def fixture_truth(functions):
    """truth(program, column): exact, counted once for all sources."""
    known = {}

    def find(program, column):
        if program not in known:
            known[program] = shares.truth_of(functions, program)
        return known[program][column]
    return find


def held(truth, functions, source, patterns, seed):
    """How many functions there are, and (program, case) of those that are outside."""
    n, missed = 0, []
    for pattern in patterns:
        found = shares.profiles(pattern, source, SAMPLES, seed)
        for program, (counts, intervals, untold) in found.items():
            assert untold <= 2 or program == THREADED, program
            assert sum(functions.sums(counts).values()) >= 100, program
            cases = list(shares.cases(functions, truth(program, shares.SOURCES[source][2]), counts,
                                      intervals))
            n += len(cases)
            missed += [(program, case) for case in cases if not shares.inside(case)]
    return n, missed


@pytest.mark.parametrize("source, patterns, seeds", [
    ("timer", [*PROGRAMS, THREADED], (1, 2)),
    ("pm0", [*PROGRAMS, THREADED], (1, 2)),
    ("overflow", ON_P6, (1,)),
])
def test_shares_of_functions_lie_in_their_intervals(truth, functions, source, patterns, seeds):
    """Of all functions with a share from 1 % to 99 %. A 95 % interval is missed in 5 % of the
    cases, mostly by two functions of one program at a time: of n cases that is 0.05 n with a
    deviation of sqrt(2 n 0.05 0.95), and two deviations are let pass. Over more seeds it is 5 %
    (tests/SAMPLED.md)."""
    n, missed = 0, []
    for seed in seeds:
        more, outside = held(truth, functions, source, patterns, seed)
        n += more
        missed += outside
    assert n >= 25 * len(seeds)
    assert len(missed) <= 0.05 * n + 2 * math.sqrt(2 * n * 0.05 * 0.95), (n, missed)


def test_what_a_timer_cannot_trace_back_is_said(functions):
    """A handler of threaded code is jumped to through a register, so a sample on its first
    instruction was taken in the JMP of an unknown one. Each mispredicted JMP waits there: about
    half of the clocks are such. Intervals take these samples for anybody's: they are as much wider
    on each side, less what a function has of them itself."""
    (counts, intervals, untold), = shares.profiles(THREADED, "timer", SAMPLES).values()
    assert 30 <= untold <= 80
    assert sum(n for _, n in counts) >= SAMPLES
    (_, named, none), = shares.profiles("sample/shares", "timer", SAMPLES).values()
    assert none <= 2
    assert all(high - low >= 0.3 for low, high in intervals.values())
    assert all(high - low <= 0.15 for low, high in named.values())
