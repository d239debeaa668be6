# SPDX-License-Identifier: MIT
"""Event selectors are equal to libpfm4's for the same events, unit masks and modifiers.

build/pfm_encode prints libpfm4's for the Pentium Pro, II, III, M, the Athlon and the Pentium 4. The
same words, and libpfm4's full names with all modifiers, go through pmc/libpfm4 and the parsers
(build/evntsel_encode). Bits are left out that are not part of the event: INT and EN of the P6 and
K7, which start() sets if the family has them, and the second logical processor's rings, which
libpfm4 sets on a Pentium 4 as well.

pfm_differences.tsv lists, with the reason, events that only one side has, and different results. A
difference that is not listed fails, and so does a row without which nothing would differ.
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

PROCESSORS = {"ppro": "ppro", "pii": "p2", "p6": "p3", "pm": "pm", "amd64_k7": "k7",
              "netburst": "northwood", "netburst_p": "prescott"}
NOT_THE_EVENTS = 1 << 20 | 1 << 22   # INT, EN (SDM volume 3, 18.22.1)
SECOND_THREAD = 3                    # ESCR bits 1-0 (SDM volume 3, Figure 18-26)

Row = collections.namedtuple("Row", "pmu theirs ours selectors reason")
Event = collections.namedtuple("Event", "pmu whole modifiers selector full")


def listed():
    """The list, with a row for each processor of its first column."""
    fields = [line.split("\t") for line in LISTED.read_text().splitlines()]
    assert fields[0] == ["pmus", "theirs", "ours", "selectors", "reason"]
    return [Row(pmu, *line[1:]) for line in fields[1:] for pmu in line[0].split(",")]


def selector_of(pmu, text):
    """The bits that belong to the event: a number, or ESCR and CCCR."""
    if pmu.startswith("netburst"):
        escr, cccr = (int(number, 16) for number in text.split(":"))
        return escr & ~SECOND_THREAD, cccr
    return int(text, 16) & ~NOT_THE_EVENTS


def shown(selector):
    return ":".join(f"{number:x}" for number in (selector if isinstance(selector, tuple)
                                                 else (selector,)))


def theirs():
    """All events that libpfm4 encodes."""
    said = subprocess.run([BUILD / "pfm_encode"], capture_output=True, text=True, check=True)
    for line in said.stdout.splitlines():
        pmu, event, parts, modifiers, selector, full = line.split("\t")
        if selector != "-":
            yield Event(pmu, ":".join(filter(None, (event, parts))), modifiers,
                        selector_of(pmu, selector), full)


def ours(lines):
    """The answers of evntsel_encode to each line: (selector or -, name or reason)."""
    said = subprocess.run([BUILD / "evntsel_encode"], input="".join(f"{x}\n" for x in lines),
                          capture_output=True, text=True, check=True)
    return [line.split("\t") for line in said.stdout.splitlines()]


class Comparison:
    """All selectors of libpfm4, and Bareprobe's for the short and the full name."""

    def __init__(self):
        self.rows = listed()
        self.used = set()
        self.events = list(theirs())
        asked = [f"{PROCESSORS[event.pmu]}\t{name}" for event in self.events
                 for name in (":".join(filter(None, (event.whole, event.modifiers))), event.full)]
        answers = ours(asked)
        assert len(answers) == len(asked) == 2 * len(self.events)
        self.short, self.full = answers[::2], answers[1::2]
        self.reached = {pmu: set() for pmu in PROCESSORS}
        for event, (selector, name) in zip(self.events, self.full):
            if selector != "-":
                self.reached[event.pmu].add(name)

    def row(self, pmu, text, *kinds):
        for row in self.rows:
            if pmu == row.pmu and row.selectors in kinds and fnmatch.fnmatchcase(text, row.theirs):
                self.used.add(row)
                return row
        return None

    def agreeing(self, answers):
        """For each event whether the answer is libpfm4's selector."""
        return [answer[0] != "-" and selector_of(event.pmu, answer[0]) == event.selector
                for event, answer in zip(self.events, answers)]

    def differing(self, answers):
        """Messages, one for each set of parts of an event."""
        found = {}
        for event, answer, same in zip(self.events, answers, self.agreeing(answers)):
            if not same and not self.row(event.pmu, event.whole, "differ", "none"):
                found.setdefault(event[:2], f"{event.full}: {shown(event.selector)}, here {answer}")
        return list(found.values())


@pytest.fixture(name="comparison", scope="module")
def fixture_comparison():
    return Comparison()


def test_selectors_are_libpfm4s(comparison):
    differing = comparison.differing(comparison.short)
    assert not differing, "libpfm4 4.13.0\n" + "\n".join(differing)


def test_full_names_are_accepted(comparison):
    """libpfm4's full names have the table and all modifiers:
    pii::L2_LD:E:M:k=0:u=1:e=0:i=0:c=0."""
    differing = comparison.differing(comparison.full)
    assert not differing, "libpfm4 4.13.0\n" + "\n".join(differing)


@pytest.mark.parametrize("name, edge", [
    ("L2_LD:M:E:c=2", False), ("L2_LD:M:e:c=2", False), ("L2_LD:M:E:e:c=2", False),
    ("L2_LD:M:e=1:c=2", True), ("L2_LD:M:E:i=1:c=2", False)])
def test_e_is_a_cache_state_and_e_1_the_edge(name, edge):
    """A bare :e or :i of an event with MESI parts is the state, in both notations."""
    theirs_of, = subprocess.run([BUILD / "pfm_encode", f"pii::{name}"], capture_output=True,
                                text=True, check=True).stdout.split()
    selector = int(theirs_of, 16) & ~NOT_THE_EVENTS
    for asked in (name, f"pii::{name}", name.lower()):
        assert int(ours([f"p2\t{asked}"])[0][0], 16) == selector, "libpfm4 4.13.0"
    assert bool(selector & 1 << 18) == edge


def test_most_are_compared(comparison):
    """A row that is too general would make these numbers smaller."""
    for answers in comparison.short, comparison.full:
        agreeing = comparison.agreeing(answers)
        p6 = [same for event, same in zip(comparison.events, agreeing)
              if not event.pmu.startswith("netburst")]
        assert (sum(p6), len(p6)) == (18186, 22050)
        assert (sum(agreeing) - sum(p6), len(agreeing) - len(p6)) == (3144, 4152)


def test_each_row_of_the_list_is_needed(comparison):
    comparison.differing(comparison.short)
    unlisted = []
    for pmu, cpu in PROCESSORS.items():
        for name in set(ours([cpu])[0][0].split()) - comparison.reached[pmu]:
            rows = [row for row in comparison.rows if row[:4] == (pmu, "-", name, "none")]
            comparison.used.update(rows)
            if not rows:
                unlisted.append(f"libpfm4's {pmu} has no {name}")
    assert not unlisted, "\n".join(unlisted)
    assert not [row for row in comparison.rows if row not in comparison.used]
