#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_times.py TIMES [README]: prints the 40 test files and the 40 tests that took most processor
time in the last `make check`, and replaces the table of files in tests/README.md.

tests/conftest.py writes TIMES, a line for each test: processor seconds, tab, the test's name.
The table stands between the lines <!-- test times --> and <!-- end of test times -->.
"""
import collections
import pathlib
import re
import sys

SHOWN = 40
TABLE = re.compile(r"(<!-- test times -->\n).*?(<!-- end of test times -->)", re.S)


def read_times(path):
    """[(seconds, test)], the most expensive first."""
    rows = [line.split("\t", 1) for line in path.read_text().splitlines()]
    return sorted(((float(seconds), test) for seconds, test in rows), reverse=True)


def sum_by_file(times):
    """[(file, seconds, tests)], the most expensive first."""
    seconds, tests = collections.Counter(), collections.Counter()
    for spent, test in times:
        file = test.split("::")[0]
        seconds[file] += spent
        tests[file] += 1
    return [(file, spent, tests[file]) for file, spent in seconds.most_common()]


def table_of(times):
    """Markdown: the files that took most, and the sum of the others."""
    files = sum_by_file(times)
    rows = [f"| {file} | {tests} | {seconds:.1f} |" for file, seconds, tests in files[:SHOWN]]
    rest = files[SHOWN:]
    rows.append(f"| {len(rest)} other files | {sum(row[2] for row in rest)} | "
                f"{sum(row[1] for row in rest):.1f} |")
    return "\n".join(["| file | tests | processor seconds |", "| --- | --- | --- |", *rows]) + "\n"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    path = pathlib.Path(sys.argv[1])
    if not path.exists():
        sys.exit(f"test_times.py: {path} does not exist; `make check` writes it")
    times = read_times(path)
    print(f"{sum(seconds for seconds, _ in times):.0f} processor seconds in {len(times)} tests\n")
    for file, seconds, tests in sum_by_file(times)[:SHOWN]:
        print(f"{seconds:8.1f}  {tests:5}  {file}")
    print()
    for seconds, test in times[:SHOWN]:
        print(f"{seconds:8.1f}  {test}")
    if len(sys.argv) == 3:
        readme = pathlib.Path(sys.argv[2])
        text, found = TABLE.subn(lambda match: match[1] + table_of(times) + match[2],
                                 readme.read_text())
        if not found:
            sys.exit(f"test_times.py: {readme} has no lines <!-- test times --> for the table")
        readme.write_text(text)


if __name__ == "__main__":
    main()
