# SPDX-License-Identifier: MIT
"""Event selectors are equal to libpfm4's for the same events, unit masks and modifiers.

build/pfm_encode prints libpfm4's for the Pentium Pro, II, III, M and the Athlon; the same words go
through pmc/modifiers.h and pmc/evntsel/ (build/evntsel_encode). libpfm4 sets INT and EN in each,
which are not part of the event: here start() sets EN if the family has it, and INT is never set.

pfm_differences.tsv lists, with the reason, different names, events that only one side has, and
different results. A difference that is not listed fails, and so does a row without which nothing
would differ.
"""
import collections
import fnmatch
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
LISTED = pathlib.Path(__file__).with_name("pfm_differences.tsv")

PROCESSORS = {"ppro": "ppro", "pii": "p2", "p6": "p3", "pm": "pm", "amd64_k7": "k7"}
NOT_THE_EVENTS = 1 << 20 | 1 << 22   # INT, EN (SDM volume 3, 18.22.1)

Row = collections.namedtuple("Row", "pmu theirs ours selectors reason")


def listed():
    """The list, with a row for each processor of its first column."""
    fields = [line.split("\t") for line in LISTED.read_text().splitlines()]
    assert fields[0] == ["pmus", "theirs", "ours", "selectors", "reason"]
    return [Row(pmu, *line[1:]) for line in fields[1:] for pmu in line[0].split(",")]


def theirs():
    """{pmu: {event: {parts: {modifiers: selector}}}} as encoded by libpfm4; parts are a tuple."""
    said = subprocess.run([BUILD / "pfm_encode"], capture_output=True, text=True, check=True)
    selectors = {pmu: {} for pmu in PROCESSORS}
    for line in said.stdout.splitlines():
        pmu, event, parts, modifiers, selector = line.split("\t")[:5]
        sets = selectors[pmu].setdefault(event, {})
        if selector != "-":
            key = tuple(filter(None, parts.split(":")))
            sets.setdefault(key, {})[modifiers] = int(selector, 16)
    return selectors


def ours(lines):
    """The answers of evntsel_encode to each line."""
    said = subprocess.run([BUILD / "evntsel_encode"], input="".join(f"{x}\n" for x in lines),
                          capture_output=True, text=True, check=True)
    return [line.split("\t")[0] for line in said.stdout.splitlines()]


class Comparison:
    """All selectors of libpfm4 and Bareprobe's, under the names that the list gives."""

    def __init__(self):
        self.rows = listed()
        self.used = set()
        self.asked, self.expected = [], []
        self.reached = {pmu: set() for pmu in PROCESSORS}
        for pmu, events in theirs().items():
            for event, sets in events.items():
                for parts, encoded in sets.items():
                    name = self.name(pmu, event, parts)
                    for modifiers, selector in encoded.items() if name else ():
                        self.asked.append((pmu, event, parts, name, modifiers))
                        self.expected.append(selector & ~NOT_THE_EVENTS)
        self.answers = ours(f"{PROCESSORS[pmu]}\t{name}{':' if modifiers else ''}{modifiers}"
                            for pmu, _, _, name, modifiers in self.asked)

    def row(self, pmu, text, *kinds):
        for row in self.rows:
            if pmu == row.pmu and row.selectors in kinds and fnmatch.fnmatchcase(text, row.theirs):
                self.used.add(row)
                return row
        return None

    def name(self, pmu, event, parts):
        """Bareprobe's name of the event; None if it has none according to the list."""
        whole = ":".join((event, *parts))
        if self.row(pmu, whole, "none"):
            return None
        renamed = self.row(pmu, event, "same")
        name = renamed.ours if renamed else event.lower()
        self.reached[pmu].add(name)
        for part in parts:
            row = self.row(pmu, f"{event}:{part}", "same")
            name += ":" + (row.ours if row else part.lower())
        return name

    def differing(self):
        """Messages, one for each set of parts of an event."""
        found = {}
        for (pmu, event, parts, name, modifiers), answer, expected in zip(
                self.asked, self.answers, self.expected):
            whole = ":".join((event, *parts))
            if answer == "-" or int(answer, 16) != expected:
                if not self.row(pmu, whole, "differ"):
                    found.setdefault((pmu, whole), f"{pmu}::{whole}:{modifiers}: {expected:x}, "
                                                   f"and {name}: {answer}")
        return list(found.values())


@pytest.fixture(name="comparison", scope="module")
def fixture_comparison():
    return Comparison()


def test_selectors_are_libpfm4s(comparison):
    assert len(comparison.answers) == len(comparison.asked)
    differing = comparison.differing()
    assert not differing, "\n".join(differing)


def test_most_are_compared(comparison):
    """18,186 of libpfm4 4.13's 22,050 are compared and equal: a row that is too general would make
    this number smaller."""
    agreeing = sum(answer != "-" and int(answer, 16) == expected
                   for answer, expected in zip(comparison.answers, comparison.expected))
    assert (agreeing, len(comparison.asked)) == (18186, 22050)


def test_each_row_of_the_list_is_needed(comparison):
    comparison.differing()
    unlisted = []
    for pmu, cpu in PROCESSORS.items():
        for name in set(ours([cpu])[0].split()) - comparison.reached[pmu]:
            rows = [row for row in comparison.rows
                    if row[:4] == (pmu, "-", name, "none")]
            comparison.used.update(rows)
            if not rows:
                unlisted.append(f"libpfm4's {pmu} has no {name}")
    assert not unlisted, "\n".join(unlisted)
    assert not [row for row in comparison.rows if row not in comparison.used]
