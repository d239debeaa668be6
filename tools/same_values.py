#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares the records of two logs and prints the values that differ.

For two kernels, whose bytes cannot be the same: each names its own file, build and addresses.
Records with equal names are about the same thing; their other values are compared.
"""
import argparse
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/wire"))
import check_wire  # its directory must be on the path first

# Keys that identify a record, and keys whose values are the kernel's own.
NAMES = ("ev", "bench", "args", "region", "event", "code", "counter", "ring", "state", "ablate",
         "name", "of", "probes", "what")
OWN = {"seq", "crc", "build", "arguments", "kernel", "seconds"}


def by_names(records):
    """{(names, index among records with these names): record}"""
    found, seen = {}, collections.Counter()
    for record in records:
        names = tuple(record[name] for name in NAMES if name in record)
        found[*names, seen[names]] = record
        seen[names] += 1
    return found


def differences(old, new):
    """[(names, {key: (old, new)})]; None instead of the keys for a record that only one log has."""
    old, new, apart = by_names(old), by_names(new), []
    for names in {**old, **new}:
        if names not in old or names not in new:
            apart.append((names, None))
            continue
        one, other = old[names], new[names]
        values = {key: (one.get(key), other.get(key)) for key in {**one, **other}
                  if key not in OWN and one.get(key) != other.get(key)}
        if values:
            apart.append((names, values))
    return apart


def tell(old, new):
    """Lines: each record that differs, then the number of differing records of each kind."""
    apart = differences(old, new)
    for names, values in apart:
        yield " ".join(map(str, names[:-1])) + ": " + (
            ", ".join(f"{key} {one} -> {other}" for key, (one, other) in values.items())
            if values else "in one log only")
    total = collections.Counter(names[0] for names in {**by_names(old), **by_names(new)})
    differing = collections.Counter(names[0] for names, _ in apart)
    yield ", ".join(f"{kind} {differing[kind]} of {total[kind]}" for kind in total)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("old", type=pathlib.Path, help="first log of records")
    arguments.add_argument("new", type=pathlib.Path, help="second log of records")
    given = arguments.parse_args()
    logs = []
    for path in (given.old, given.new):
        try:
            logs.append(check_wire.parse(path.read_text(errors="replace")))
        except (OSError, check_wire.Damage) as error:
            sys.exit(f"same_values: {path}: {error}")
    print("\n".join(tell(*logs)))
    sys.exit(1 if differences(*logs) else 0)


if __name__ == "__main__":
    main()
