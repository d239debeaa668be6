# SPDX-License-Identifier: MIT
"""Prints the result of a run of mutants as Markdown tables."""
import collections

COLUMNS = ("mutants", "check", "full", "none", "timeout")
HEADS = ("mutants", "killed by check", "only by check-all", "by neither", "timeout")


def folder_of(name):
    """The folder as the list of drawn folders has it: pmc, sim/model, kernel/measure."""
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] in ("sim", "host", "kernel") else parts[0]


def count_results(mutants, results):
    """{group: Counter of COLUMNS} for each folder, each operator and all; only mutants that ran."""
    counts = collections.defaultdict(collections.Counter)
    for mutant in mutants:
        result = results.get(mutant["id"])
        if result:
            for group in (("folder", folder_of(mutant["file"])),
                          ("operator", mutant["operator"]), ("", "all")):
                counts[group]["mutants"] += 1
                counts[group][result["result"]] += 1
    return counts


def table_row(name, counted):
    total = counted["mutants"]
    cells = [name, str(total)] + [f"{counted[column]} ({100 * counted[column] / total:.0f} %)"
                                  for column in COLUMNS[1:]]
    return "| " + " | ".join(cells) + " |"


def format_table(counts, kind):
    rows = [f"| {kind} | " + " | ".join(HEADS) + " |", "| --- |" + " --- |" * len(HEADS)]
    rows += [table_row(name, counted) for (group, name), counted in sorted(counts.items())
             if group == kind]
    return rows + [table_row("all", counts["", "all"])]


def format_mutant(mutant, result):
    note = "" if result["files"] else ", executed by no test"
    if result["result"] == "timeout":
        note = ", tests did not end in time"
    return ["", f"{mutant['id']}. `{mutant['file']}:{mutant['line']}`, {mutant['operator']}{note}",
            "", "```diff", mutant["diff"], "```"]


def format_report(drawn, results, left_out):
    """The report: `drawn` is mutants.json, `left_out` the tests that fail without a mutant."""
    counts = count_results(drawn["mutants"], results)
    if not counts:
        return "no mutant was run yet\n"
    rejected = ", ".join(f"{n} {reason}" for reason, n in drawn["rejected"].items())
    rows = [f"Seed {drawn['seed']}, commit {drawn['commit'][:12]}: "
            f"{len(drawn['mutants'])} mutants, {counts['', 'all']['mutants']} of them run. "
            f"Drawn but not used: {rejected}.", ""]
    rows += format_table(counts, "folder") + [""] + format_table(counts, "operator")
    by_build = sum(result.get("killed_by") == "build" for result in results.values())
    rows += ["", f"Of those killed, {by_build} by the build.", "", "## Survivors"]
    for mutant in drawn["mutants"]:
        result = results.get(mutant["id"])
        if result and result["result"] in ("none", "timeout"):
            rows += format_mutant(mutant, result)
    if left_out:
        rows += ["", "## Tests left out, since they fail without a mutant", ""]
        rows += [f"- {name}" for name in left_out]
    return "\n".join(rows) + "\n"
