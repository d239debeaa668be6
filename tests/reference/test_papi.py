# SPDX-License-Identifier: MIT
"""The formulas of `papi:` names are PAPI 7.0.0's, from papi_events.csv of Debian's libpapi7.0, as
register values. libpcl/papi_differences.def lists the others with a reason: a difference that is
not listed fails, and so does a row without which nothing would differ."""
import csv
import os
import pathlib
import re
import subprocess

import pytest

from test_pfm import PROCESSORS, ours

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
PACKAGE = "libpapi7.0:amd64=7.0.0-2"
COLUMNS = {"ppro": "p6", "pii": "p6", "p6": "p6", "pm": "p6", "amd64_k7": "k7",
           "netburst": "p4", "netburst_p": "p4"}

# DERIVED_CMPD is an event and the one that tags for it: an event here.
TAGGED = {"uops_type:TAGLOADS": "memory_loads", "uops_type:TAGSTORES": "memory_stores",
          "uops_type:TAGLOADS:TAGSTORES": "memory_loads_stores",
          "x87_FP_uop:ALL:TAG0": "x87_fp_retired"}

# Both kinds of lines of a Pentium M, which is what l2_lines_in counts; libpfm4 adds up unit masks
# that exclude each other (pfm_differences.tsv).
SAME = {"L2_LINES_IN:ONLY_HW_PREFETCH:NON_HW_PREFETCH": "l2_lines_in"}

pytestmark = pytest.mark.full


@pytest.fixture(name="theirs", scope="module")
def fixture_theirs():
    """{pmu: {preset: [(sign, event)]}}"""
    folder = BUILD / "packages" / "papi-7.0.0-2"
    if not (folder / ".done").exists():
        subprocess.run([ROOT / "tools/debian_packages.sh", BUILD / "apt", folder, PACKAGE],
                       check=True, timeout=600)
        (folder / ".done").touch()
    presets, group, before = {pmu: {} for pmu in PROCESSORS}, [], ""
    text = (folder / "usr/share/papi/7.0/papi_events.csv").read_text()
    for row in csv.reader(line for line in text.splitlines() if line[:1] != "#"):
        if row and row[0] == "CPU":
            group = (group if before == "CPU" else []) + [row[1].strip()]
        elif row and row[0] == "PRESET":
            name, how, *words = (word.strip() for word in row[1:])
            words = words[:words.index("NOTE")] if "NOTE" in words else words
            for pmu in set(group) & set(PROCESSORS):
                presets[pmu][name] = formula(how, [word for word in words if word])
        before = row[0] if row else before
    return presets


def formula(how, words):
    if how == "DERIVED_CMPD":
        return [("+", TAGGED.get(words[1], ":".join(words)))]
    if how == "DERIVED_POSTFIX":
        signs = re.findall(r"N\d+\|([+-])", words[0])
        order = re.findall(r"N(\d+)", words[0])
        assert order == [str(i) for i in range(len(words) - 1)] and len(signs) == len(words) - 2
        return list(zip(["+", *signs], words[1:]))
    signs = {"NOT_DERIVED": "", "DERIVED_ADD": "+", "DERIVED_SUB": "-"}[how]
    return list(zip(["+"] + [signs] * (len(words) - 1), words))


def own_formulas(cpu):
    """{preset: [(sign, event)]}, as `list events --papi` prints them."""
    done = subprocess.run([BUILD / "bareprobe", "list", "events", "--papi", "--cpu", cpu],
                          capture_output=True, text=True, check=True)
    head, *lines = done.stdout.splitlines()
    begin, end = head.index("formula"), head.index("note")
    found = {}
    for line in lines:
        words = line[begin:end].split()
        found[line.split()[0]] = [] if words == ["-"] else \
            list(zip(["+", *words[1::2]], words[::2]))
    return found


def registers(pmu, terms):
    """The formula as signs and register values; None: one of them is not an event here."""
    answers = ours(f"{PROCESSORS[pmu]}\t{SAME.get(event, event)}" for _, event in terms)
    if any(answer[0] == "-" for answer in answers):
        return None
    return sorted((sign, *answer) for (sign, _), answer in zip(terms, answers))


def listed():
    text = (ROOT / "libpcl/papi_differences.def").read_text()
    return {(f"PAPI_{name}", cpu.lower()): theirs for name, cpu, theirs in
            re.findall(r'^PAPI_DIFFERS\((\w+), (\w+), "([^"]*)"', text, re.M)}


def test_formulas_are_papis(theirs):
    wrong, needed = [], set()
    for pmu, presets in theirs.items():
        column = COLUMNS[pmu]
        own = own_formulas(column)
        assert len(presets) > 15, pmu
        for name, terms in presets.items():
            if name not in own or registers(pmu, terms) == registers(pmu, own[name]) is not None:
                continue
            if (name, column) in listed():
                needed.add((name, column))
            else:
                wrong.append(f"{pmu} {name}: {terms}, here {own[name]}")
    assert not wrong, PACKAGE + "\n" + "\n".join(wrong)
    unneeded = [row for row, formula_ in listed().items() if formula_ and row not in needed]
    assert not unneeded, PACKAGE


def test_presets_that_only_count_loads_are_absent(theirs):
    """The rows of the list without a formula: PAPI has none either."""
    own = own_formulas("p4")
    for (name, column), formula_ in listed().items():
        if not formula_:
            assert column == "p4" and name not in theirs["netburst"] and not own[name]
