#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Counts the circular dependencies among the files of directories.

  tools/circles.py host               # each circle with its files, and the number of circles
  tools/circles.py host/data kernel   # dependencies inside host/data, then inside kernel

A file depends on another file if it includes it, or if its object uses a symbol that the object of
the other file defines. Sources of a directory whose names differ only in the suffix are one file:
x.c, x.h. Run it after `make products`, which makes the objects; an object without a source is
ignored. The exit status is 1 if there is a circle, 2 if a C source has no object."""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SUFFIXES = {".c", ".h", ".asm", ".inc", ".def"}
INCLUDE = re.compile(r'^\s*[#%]\s*include\s+"([^"]+)"', re.M)
DEFINED = set("TDBRVWC")
PROGRAMS = ("host*", "kernel")  # the directories of the build that have the objects of products
MOST_SYMBOLS = 3  # of an edge, in the output


class Unfinished(Exception):
    """A source was not compiled."""


def list_sources(root, folder):
    """The paths of a folder's sources, relative to the root."""
    return sorted(path.relative_to(root) for path in (root / folder).rglob("*")
                  if path.suffix in SUFFIXES)


def file_of(path):
    """The name under which a source counts: its path without the suffix."""
    return path.with_suffix("").as_posix()


def find_objects(build, sources):
    """{object: file} of all programs that contain the sources."""
    found = {}
    missing = []
    for source in sources:
        if source.suffix not in (".c", ".asm"):
            continue
        objects = [path for programs in PROGRAMS
                   for path in build.glob(f"{programs}/{source.with_suffix('.o')}")]
        if source.suffix == ".c" and not objects:
            missing.append(source.as_posix())
        found.update((path, file_of(source)) for path in objects)
    if missing:
        raise Unfinished(f"no object of {', '.join(missing)} below {build}: run make products")
    return found


def list_symbols(objects):
    """Yields (object, kind, symbol) of each global symbol, as nm prints its kind."""
    if not objects:
        return
    # gcc-nm also reads the objects that only contain what the linker optimises.
    listed = subprocess.run(["gcc-nm", "-A", "-P", "-g", *objects], capture_output=True, text=True,
                            check=True)
    for line in listed.stdout.splitlines():
        place, _, rest = line.partition(": ")
        words = rest.split()
        if len(words) > 1:
            yield pathlib.Path(place), words[1], words[0]


def find_edges(root, build, folder):
    """{file: {other file: the causes}} of a folder."""
    sources = list_sources(root, folder)
    edges = {file_of(source): collections.defaultdict(set) for source in sources}
    for source in sources:
        for word in INCLUDE.findall((root / source).read_text()):
            beside = os.path.normpath(source.parent / word)
            for other in {file_of(pathlib.Path(name)) for name in (beside, word)} & set(edges):
                edges[file_of(source)][other].add("#include")
    objects = find_objects(build, sources)
    definers = collections.defaultdict(set)
    users = collections.defaultdict(set)
    for path, kind, symbol in list_symbols(sorted(objects)):
        if kind in DEFINED:
            definers[symbol].add(objects[path])
        elif kind == "U":
            users[symbol].add(objects[path])
    for symbol, files in users.items():
        for file in files - definers[symbol]:
            for other in definers[symbol]:
                edges[file][other].add(symbol)
    return {file: {other: causes for other, causes in others.items() if other != file}
            for file, others in edges.items()}


def find_circles(edges):
    """The sets of files that depend on each other, the smallest first: the strongly connected
    components of more than one file, by Tarjan's algorithm without recursion."""
    index, low, circles = {}, {}, []
    open_files = []
    for start in sorted(edges):
        if start in index:
            continue
        index[start] = low[start] = len(index)
        open_files.append(start)
        path = [(start, iter(sorted(edges[start])))]
        while path:
            file, others = path[-1]
            other = next(others, None)
            if other is not None:
                if other not in index:
                    index[other] = low[other] = len(index)
                    open_files.append(other)
                    path.append((other, iter(sorted(edges[other]))))
                elif other in open_files:
                    low[file] = min(low[file], index[other])
                continue
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[file])
            if low[file] == index[file]:
                first = open_files.index(file)
                if len(open_files) - first > 1:
                    circles.append(sorted(open_files[first:]))
                del open_files[first:]
    return sorted(circles, key=lambda circle: (len(circle), circle))


def print_circle(circle, edges):
    print(f"{len(circle)} files: {', '.join(circle)}")
    for file in circle:
        for other in circle:
            if other not in edges[file]:
                continue
            causes = sorted(edges[file][other])
            more = f" and {len(causes) - MOST_SYMBOLS} more" if len(causes) > MOST_SYMBOLS else ""
            print(f"    {file} -> {other}: {', '.join(causes[:MOST_SYMBOLS])}{more}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", metavar="FOLDER", nargs="+", help="directory below the root")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="work tree")
    parser.add_argument("--build", type=pathlib.Path,
                        help="directory of the objects (default: $BUILD or build, in the root)")
    options = parser.parse_args()
    build = options.build or options.root / os.environ.get("BUILD", "build")
    found = False
    for folder in options.folders:
        folder = folder.rstrip("/")
        if not list_sources(options.root, folder):
            parser.error(f"{folder}: no sources below {options.root}")
        try:
            edges = find_edges(options.root, build, folder)
        except Unfinished as error:
            parser.error(str(error))
        circles = find_circles(edges)
        for circle in circles:
            print_circle(circle, edges)
        print(f"{folder}: {len(circles)} circle{'' if len(circles) == 1 else 's'} with "
              f"{sum(map(len, circles))} of {len(edges)} files")
        found = found or bool(circles)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
