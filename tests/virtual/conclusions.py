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
