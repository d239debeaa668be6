# SPDX-License-Identifier: MIT
"""Checks that every event the P6's model counts is in pmc's table, by name and by unit. Only that
table has codes, counters and processors; a misspelt name would silently count nothing."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def read(path):
    """The file's text without comments and line continuations."""
    return re.sub(r"/\*.*?\*/|\\\n", " ", (ROOT / path).read_text(), flags=re.S)


def table():
    """{event name: its set of units} for the processors that the model simulates."""
    rows = re.findall(r"EVENT\(\s*0x\w+,\s*(\w+),\s*\w+,\s*\w+,\s*[\w |]+,\s*([\w |]+),\s*(\w+),",
                      read("pmc/p6/p6.def"))
    assert len(rows) > 100
    return {name: units for name, processors, units in rows if processors != "PM"}


def units():
    """{set: names of its units}."""
    text = read("pmc/p6/p6_units.h")
    states = re.search(r"#define P6_STATES(.*?)UNITS\(", text, re.S)[1]
    sets = re.findall(r"^UNITS\(p6_(\w+), \w+,(.*?)\)$", text.replace("P6_STATES", states),
                      re.S | re.M)
    return {name.upper(): set(re.findall(r'"(\w+)"', inside)) for name, inside in sets}


def model():
    """[(macro, event, unit or None)] of the model's list, with its own macros expanded."""
    text = read("sim/model/p6/p6_events.def")
    found = re.findall(r"^(WHOLE|PART|CORE|MESI|AGENTS)\(([^)]*)\)", text, re.M)
    parts = {"MESI": ("m", "e", "s", "i"), "AGENTS": ("self", "any")}
    for macro, inside in found:
        event, second, *_ = (word.strip() for word in inside.split(","))
        for unit in parts.get(macro, (second if macro == "PART" else None,)):
            yield macro, event, unit


def test_events_and_units_are_in_the_table():
    events, sets, rows = table(), units(), list(model())
    assert len(rows) > 120
    assert {event for _, event, _ in rows} <= set(events)
    assert not [row for row in rows if row[2] and row[2] not in sets[events[row[1]]]]


def test_an_event_with_units_is_told_by_unit():
    """An event with units must be counted per unit, or all of its masks would count the same. No
    event is both one of the core's and a total."""
    events, rows = table(), list(model())
    assert not [event for macro, event, unit in rows if not unit and events[event] != "NO_UNITS"]
    of_the_core = {event for macro, event, _ in rows if macro == "CORE"}
    assert len(of_the_core) == 10
    assert not of_the_core & {event for macro, event, _ in rows if macro != "CORE"}
