#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Counts definitions that share their name with two or more others.

  tools/shared_names.py                 # the number, and the most frequent names
  tools/shared_names.py --list          # each of them with its file
  tools/shared_names.py --root FOLDER   # of another work tree

Counted are C functions and types and nasm labels, without bench/, tests/ and findings/. Before the
functions were named after their files, in commit f8488ba, 1,568 of 8,849 did."""
import argparse
import collections
import pathlib
import sys

sys.dont_write_bytecode = True

from definitions import list_definitions

ROOT = pathlib.Path(__file__).resolve().parents[1]
OTHERS = 2  # a name is shared if more than this number of other definitions have it
VERBS = ("take", "tell", "put", "keep", "say", "find")


def find_shared(definitions):
    """{name: its definitions} of names with more than two definitions."""
    by_name = collections.defaultdict(list)
    for each in definitions:
        by_name[each.name].append(each)
    return {name: each for name, each in by_name.items() if len(each) > OTHERS}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="work tree")
    parser.add_argument("--list", action="store_true", help="list each definition")
    options = parser.parse_args()
    definitions = list_definitions(options.root)
    shared = find_shared(definitions)
    number = sum(map(len, shared.values()))
    print(f"{number} of {len(definitions)} definitions share their name with two or more others")
    for name, places in sorted(shared.items(), key=lambda row: (-len(row[1]), row[0])):
        print(f"{len(places):5} {name}")
        if options.list:
            for place in places:
                print(f"        {place.path}:{place.line}")
    alone = [each for each in definitions if each.name in VERBS and each.kind == "function"]
    for each in alone:
        print(f"{each.path}:{each.line}: a function is called {each.name}")


if __name__ == "__main__":
    main()
