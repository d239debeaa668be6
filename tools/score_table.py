#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the table of rows in docs/score.md from score/rows.def; --check only compares them."""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
ROWS = ROOT / "score/rows.def"
PAGE = ROOT / "docs/score.md"
BEGIN, END = "<!-- rows: tools/score_table.py -->\n", "<!-- end of rows -->\n"
FIELDS = ("number", "group", "name", "label", "unit", "method", "subject", "what", "p54c", "p55c",
          "ppro", "p2", "p3", "k7", "source")


def rows(text):
    """Returns the rows as dicts of FIELDS, in their order."""
    found = []
    word = r'\s*(?:"((?:[^"\\]|\\.)*)"|([\w]+))\s*'
    for body in re.findall(r"^SCORE_ROW\(((?:[^()\"]|\"[^\"]*\")*)\)", text, re.M):
        values = [quoted or bare for quoted, bare in re.findall(word + r"(?:,|$)", body)]
        if len(values) != len(FIELDS):
            sys.exit(f"{ROWS}: {len(values)} fields instead of {len(FIELDS)}: {body}")
        found.append(dict(zip(FIELDS, values)))
    return found


def measured(row):
    """Describes what a row measures."""
    if row["method"] == "FINDING":
        return f"`{row['what']}` of `{row['subject']}`"
    if row["method"] == "COUNTED":
        return f"`{row['what']}` in region 0 of `{row['subject']}`"
    return row["what"]


def table(found):
    heads = ("row", "group", "name", "unit", "measured", "P54C", "P55C", "Pro", "II", "III", "K7",
             "source")
    lines = ["| " + " | ".join(heads) + " |\n", "| --- " * len(heads) + "|\n"]
    for row in found:
        cells = [row["number"], row["group"].lower(), f"`{row['name']}`",
                 row["unit"].lower().replace("kb", "KB"), measured(row),
                 *(row[chip] for chip in FIELDS[8:14]), row["source"]]
        lines.append("| " + " | ".join(cells) + " |\n")
    return "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    options = parser.parse_args()
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    current = before + BEGIN + table(rows(ROWS.read_text())) + END + after
    if options.check and current != page:
        sys.exit("docs/score.md: the table differs from score/rows.def; run tools/score_table.py")
    if not options.check:
        PAGE.write_text(current)


if __name__ == "__main__":
    main()
