# SPDX-License-Identifier: MIT
"""What benchmarks conclude: findings by name, as numbers or words."""


def findings(vpentium, records, command, *options, settings="", events="count_clocks"):
    """{name: value} of all cases of a run; of a name that several cases publish, a list."""
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
    """Options of the virtual Pentium for so many settings of its model."""
    return [word for pair in names_and_values for word in ("-set", pair)]


def by_place(wire):
    """{(benchmark, state, feature off, name): record} of a wire's findings."""
    return {tuple(record[key] for key in ("bench", "state", "ablate", "name")): record
            for record in wire if record["ev"] == "finding"}


def is_same(quiet, noisy, slower=0):
    """As the kernel's own bound has it: to a hundredth, or a twentieth of the unit. `slower`: the
    share by which the other machine truly is."""
    if "text" in quiet or "text" in noisy:
        return quiet.get("text") == noisy.get("text")
    value = float(quiet["value"])
    return abs(float(noisy["value"]) - value) <= max(0.05, abs(value) * (0.01 + slower)) + 1e-9
