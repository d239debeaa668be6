# SPDX-License-Identifier: MIT
"""python3 -m metamorphic [--seed N] [--pairs N] [--cpu CPU]: compares pairs of runs and prints the
differences."""
import argparse
import itertools
import sys
import time

from . import differences, pairs as pairs_of


MOST_SHOWN = 4  # results of a pair


def main():
    parser = argparse.ArgumentParser(prog="python3 -m metamorphic", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="random seed (default 1)")
    parser.add_argument("--pairs", type=int, default=500, help="number of pairs (default 500)")
    parser.add_argument("--cpu", help="compare only the pairs of this processor")
    parser.add_argument("--respect", help="compare only the pairs that differ in this respect")
    options = parser.parse_args()
    begun = time.monotonic()
    pairs = [pair for pair in pairs_of.draw_pairs(options.seed, options.pairs)
             if options.cpu in (None, pair.plain.subject.cpu)
             and options.respect in (None, pair.respect)]
    outcome = differences.compare_pairs(pairs)
    for text in outcome.failed:
        print(text)
    for pair, found in itertools.groupby(outcome.unexplained, lambda difference: difference.pair):
        found = list(found)
        print(differences.described(pair), *found[:MOST_SHOWN], sep="\n")
        if len(found) > MOST_SHOWN:
            print(f"    and {len(found) - MOST_SHOWN} more")
    for name, found in outcome.explained.items():
        largest = {}
        for difference in found:
            event = difference.key[2]
            largest[event] = max(largest.get(event, 0), difference.distance)
        print(f"{name}: {len(found)} results differ, by at most",
              ", ".join(f"{distance:g} {event}" for event, distance in sorted(largest.items())))
    print(f"{outcome.pairs} pairs, {outcome.executed} runs, {outcome.compared} results compared in "
          f"{time.monotonic() - begun:.0f} s: {len(outcome.unexplained)} unexplained differences, "
          f"{len(outcome.empty)} pairs without a number")
    return bool(outcome.unexplained or outcome.empty or outcome.failed)


if __name__ == "__main__":
    sys.exit(main())
