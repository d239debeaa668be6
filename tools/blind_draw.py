#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws functions for a blind test of names: can a reader who sees only the list of files name the
file that defines each function?

  tools/blind_draw.py --seed 1              # 40 names of functions, bodies over 8 lines
  tools/blind_draw.py --seed 1 --answers    # the same, each with its file

The reader gets the names and the output of `git ls-files`, nothing else."""
import argparse
import pathlib
import random
import sys

sys.dont_write_bytecode = True

from definitions import list_definitions

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHORTEST = 9  # lines


def draw(definitions, seed, count):
    functions = sorted(each for each in definitions if each.kind == "function"
                       and each.lines >= SHORTEST and not each.name.isupper())  # macros
    return random.Random(seed).sample(functions, count)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="work tree")
    parser.add_argument("--seed", type=int, required=True, help="random seed")
    parser.add_argument("--count", type=int, default=40, help="number of functions (default 40)")
    parser.add_argument("--answers", action="store_true", help="print the files too")
    options = parser.parse_args()
    for each in draw(list_definitions(options.root), options.seed, options.count):
        print(f"{each.name}\t{each.path}" if options.answers else each.name)


if __name__ == "__main__":
    main()
