#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs new cases until a difference is found or Ctrl-C is pressed, or runs chosen cases again."""
import argparse
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
# The import needs the path that the line above adds.
from differential import extensions, generate, machines, netburst, report

ROUND = 2000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="where to start (default: the time)")
    parser.add_argument("--case", metavar="N[-M]", help="only these cases of the seed")
    parser.add_argument("--cpu", choices=[kind for kind in machines.KINDS if kind],
                        help="what this processor has beyond a Pentium (default: a Pentium)")
    parser.add_argument("--class", dest="kind", help="only these cases",
                        choices=[*generate.CLASSES, *extensions.CODE_CLASSES,
                                 *netburst.CODE_CLASSES])
    parser.add_argument("--seconds", type=int, help="stop after this time (default: never)")
    parser.add_argument("--machines", default="qemu,bochs,vpentium", help="default: %(default)s")
    parser.add_argument("--build", type=pathlib.Path, default=machines.BUILD,
                        help="where the guest and the virtual Pentium are (default: build)")
    return parser.parse_args()


def class_of(number, kind):
    if not kind:
        return generate.class_of(number)
    names = extensions.turns(kind)
    return names[number % len(names)]


def numbers_of(options):
    """The cases of one seed to run: a range, or those of a class among the first ones."""
    if options.case:
        first, _, last = options.case.partition("-")
        return range(int(first), int(last or first) + 1)
    if options.kind:
        return [number for number in range(ROUND * 5)
                if class_of(number, options.cpu) == options.kind]
    return range(ROUND)


def usable(names, kind):
    for name in list(names):
        why = machines.missing(name, kind)
        if why:
            print(f"without {name}: {why}", file=sys.stderr)
            names.remove(name)
    return names


def main():
    options = arguments()
    names = usable(options.machines.split(","), options.cpu)
    if len(names) < 2:
        sys.exit("fuzz: at least two machines are needed")
    seed = int(time.time()) if options.seed is None else options.seed
    start, done = time.monotonic(), 0
    while True:
        cases, results = report.run(seed, numbers_of(options), names, options.build,
                                    options.cpu)
        done += len(cases)
        found = report.differences(cases, results)
        seconds = time.monotonic() - start
        print(f"seed {seed}: {done} cases in {seconds:.0f} s, {len(found)} with differences",
              flush=True)
        if found:
            case, _, different = found[0]
            sys.exit(report.describe(seed, case, different))
        if options.case or options.seconds and seconds > options.seconds:
            return
        seed += 1


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
