# SPDX-License-Identifier: MIT
"""Findings of benchmarks: runs them and returns each finding as a number or a word, by name."""


def findings(vpentium, records, command, *options, settings="", events="count_clocks"):
    """Returns {name: value} over all cases of a run. The value is a list if several cases publish
    the name."""
    run = vpentium(f"command={command} events={events} repetitions=2 {settings} exit=qemu",
                   *options)
    assert run.returncode == 0, run.stdout[-2000:]
    found = {}
    for record in records(run.stdout):
        if record["ev"] == "finding":
            value = record["text"] if "text" in record else float(record["value"])
            found.setdefault(record["name"], []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def setting(*names_and_values):
    """Returns the -set options for these model parameters."""
    return [word for pair in names_and_values for word in ("-set", pair)]


def by_place(wire):
    """Returns {(benchmark, state, feature off, name): record} for the findings of a run."""
    return {tuple(record[key] for key in ("bench", "state", "ablate", "name")): record
            for record in wire if record["ev"] == "finding"}


def is_same(quiet, noisy, slower=0):
    """Compares with the kernel's own tolerance: a hundredth, or a twentieth of the unit. `slower`
    is the fraction by which the other machine really is slower."""
    if "text" in quiet or "text" in noisy:
        return quiet.get("text") == noisy.get("text")
    value = float(quiet["value"])
    return abs(float(noisy["value"]) - value) <= max(0.05, abs(value) * (0.01 + slower)) + 1e-9
