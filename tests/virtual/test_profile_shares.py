# SPDX-License-Identifier: MIT
"""Accuracy of profiles: each function's share of the samples in `bareprobe profile`, compared with
its share of the clocks or instructions that -annotate counts in undisturbed runs
(tools/profile_shares.py prints the whole table)."""
import collections
import itertools
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import profile_shares as shares  # requires the directory added to the path above

pytestmark = pytest.mark.full

# All of apps/*, thesis/wc and sample/shares that have several functions of 1 % to 99 %; a single
# function would always fit. Only these two variants of copy end in calls that are long enough.
PROGRAMS = ["apps/dct:*", "apps/fft:*", "apps/line:*", "apps/lu:*", "apps/mandelbrot:*",
            "apps/matmul:*", "apps/md5:*paired", "apps/search:*horspool", "apps/sha1:*paired",
            "apps/sieve:*", "apps/sort:*radix", "apps/texture:*", "sample/shares", "thesis/wc",
            "apps/copy:size=2K:variant=x87", "apps/copy:size=2K:variant=allocate"]
THREADED = "apps/bytecode:variant=threaded"  # handlers that jump through a register
# A virtual P6 takes the time of all others together, so only the benchmarks with the most functions
# and calls run on it.
ON_P6 = ["apps/dct:*aan", "apps/line:*pixels", "apps/lu:*after", "apps/search:*horspool",
         "apps/sieve:*odd", "apps/sort:*radix", "sample/shares", "thesis/wc", THREADED]
SAMPLES = 300
CHANCE = 0.001


@pytest.fixture(name="functions", scope="module")
def fixture_functions():
    return shares.Functions()


@pytest.fixture(name="truth", scope="module")
def fixture_truth(functions):
    """truth(program, column): the exact shares, counted once for all sources."""
    known = {}

    def find(program, column):
        if program not in known:
            known[program] = shares.truth_of(functions, program)
        return known[program][column]
    return find


def held(truth, functions, source, patterns, seeds):
    """Returns {program: ([[case] of each seed], chi-square of all seeds together, degrees of
    freedom)}."""
    cases, hits = collections.defaultdict(list), collections.defaultdict(list)
    for pattern, seed in itertools.product(patterns, seeds):
        found = shares.profiles(pattern, source, SAMPLES, seed)
        for program, (counts, intervals, untold) in found.items():
            assert untold <= 2 or program == THREADED, program
            assert sum(functions.sums(counts).values()) >= 100, program
            true = truth(program, shares.SOURCES[source][2])
            cases[program].append(list(shares.cases(functions, true, counts, intervals)))
            hits[program] += counts
    return {program: (cases[program], *shares.deviation(
        functions, truth(program, shares.SOURCES[source][2]), hits[program]))
            for program in cases}


@pytest.mark.parametrize("source, patterns, seeds", [
    ("timer", [*PROGRAMS, THREADED], (1, 2)),
    ("pm0", [*PROGRAMS, THREADED], (1, 2)),
    ("overflow", ON_P6, (1,)),
])
def test_shares_of_functions_lie_in_their_intervals(truth, functions, source, patterns, seeds):
    """Two tests of the hypothesis that the sampler is unbiased. Each rejects an unbiased sampler
    once in 1,000 times (CHANCE). The seeds are fixed, so that is once in 1,000 changes of the
    measured code.

    Misses. A 95 % interval misses in 5 % of the cases by construction. The shares of a program's K
    functions add up, so with two functions either both miss or none; therefore the function with
    the greatest share, which follows from the others, is left out. M of the m remaining,
    independent cases miss. The test fails if the probability of M or more misses, in a binomial
    distribution of m and 0.05, is less than CHANCE. For the timer's 76 cases 12 misses would fail:
    3.8 are expected.

    Bias. The n samples of a program, of all seeds, are distributed over its functions as a
    multinomial with the exact shares p. The sum of (seen - n p)^2 / (n p) is a chi-square of K - 1
    degrees, and over all programs one of the sum of their degrees. (Intervals between samples are
    drawn from a half to three halves, so counts vary less than that if functions are long: the test
    is conservative.) A bias of b, with n p (1 - p) = s^2, adds (b n / s)^2: with 600 samples of a
    function with a share of a half, 2.2 for three points. That in each of 38 degrees would be 121,
    where chance gives 38 and the test fails at 71.

    Half of a timer's samples in threaded code are unattributed. The upper ends of the intervals are
    higher by that amount, so that none is below the truth, while a lower end is above it in 2.5 %
    of the cases as usual. For the 16 cases of two seeds, 4 would be too many. Chi-square is not
    used with these intervals."""
    from scipy import stats  # here, since each worker imports this file and scipy takes seconds
    found = held(truth, functions, source, patterns, seeds)
    if source == "timer":
        threaded = [case for cases in found.pop(THREADED)[0] for case in cases[1:]]
        above = [case for case in threaded if not shares.inside(case)]
        assert all(low > share for _, _, low, _, share in above), above
        assert stats.binom.sf(len(above) - 1, len(threaded), 0.025) >= CHANCE, above
    rest = [case for seeds, _, _ in found.values() for cases in seeds for case in cases[1:]]
    missed = [case for case in rest if not shares.inside(case)]
    assert len(rest) >= 15 * len(seeds)
    assert stats.binom.sf(len(missed) - 1, len(rest), 0.05) >= CHANCE, (len(rest), missed)
    square, degrees = (sum(row[i] for row in found.values()) for i in (1, 2))
    assert stats.chi2.sf(square, degrees) >= CHANCE, (square, degrees, {
        program: row[1:] for program, row in found.items() if row[1] > 3 * row[2]})


def test_what_a_timer_cannot_trace_back_is_said(functions):
    """A handler of threaded code is entered by a jump through a register, so a sample on its first
    instruction was taken in the JMP of an unknown handler. Each mispredicted JMP waits there, in
    about half of the clocks. The intervals count these samples as possibly belonging to any
    function: they are wider by that amount on each side, minus the samples that a function has
    itself."""
    (counts, intervals, untold), = shares.profiles(THREADED, "timer", SAMPLES).values()
    assert 30 <= untold <= 80
    assert sum(n for _, n in counts) >= SAMPLES
    (_, named, none), = shares.profiles("sample/shares", "timer", SAMPLES).values()
    assert none <= 2
    assert all(high - low >= 0.3 for low, high in intervals.values())
    assert all(high - low <= 0.15 for low, high in named.values())
