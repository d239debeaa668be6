# SPDX-License-Identifier: MIT
"""Draws mutants with a fixed seed: a stream of candidates, and those of them that compile to other
object code."""
import difflib
import json
import random
import subprocess

from mutation.operators import find_changes
from mutation.source import Source

FOLDERS = ("pmc/", "stats/", "kernel/measure/", "serial/", "sim/model/", "sim/cpu/",
           "sim/counters/", "host/data/wire/", "host/data/run/", "host/analysis/compare/")


def list_sources(root):
    """The C files that are drawn from, in a fixed order."""
    listed = subprocess.run(["git", "ls-files", "-z", *FOLDERS], cwd=root, capture_output=True,
                            text=True, check=True).stdout
    return sorted(name for name in listed.split("\0") if name.endswith((".c", ".h")))


def pick(generator, sequence):
    """An element; unlike random.choice() the same in every version of Python."""
    return sequence[int(generator.random() * len(sequence))]


def read_sources(root, names):
    return [Source(name, (root / name).read_text()) for name in names]


def candidate_stream(sources, seed):
    """Candidates without end: a line of all code lines, an operator that applies to it, an edit."""
    generator = random.Random(seed)
    lines = [(source, line) for source in sources for line in source.code_lines()]
    seen = set()
    misses = 0
    while misses < 100 * len(lines) + 1000:
        source, line = pick(generator, lines)
        changes = find_changes(source, line)
        misses += 1
        if not changes:
            continue
        operator = pick(generator, sorted(changes))
        start, end, new = pick(generator, changes[operator])
        key = source.name, start, end, new
        if key not in seen:
            seen.add(key)
            misses = 0
            yield describe(source, line, operator, (start, end, new))


def describe(source, line, operator, change):
    """The mutant as a dict for mutants.json. `edit` is in characters of the file."""
    text = apply_edit(source.text, change)
    diff = difflib.unified_diff(source.text.splitlines(), text.splitlines(), n=0, lineterm="")
    shown = [row for row in diff if not row.startswith(("---", "+++", "@@"))]
    return {"file": source.name, "line": line, "operator": operator, "edit": list(change),
            "function": source.function_lines(line), "diff": "\n".join(shown)}


def apply_edit(text, change):
    start, end, new = change
    return text[:start] + new + text[end:]


def draw_mutants(tree, seed, count, progress=print):
    """(mutants, rejected): the first `count` of the stream that the tree compiles to other objects;
    rejected counts the others by reason."""
    sources = read_sources(tree.path, list_sources(tree.path))
    dependents = tree.find_dependents()
    rejected = {"does not compile": 0, "same object code": 0, "not compiled": 0}
    mutants = []
    for mutant in candidate_stream(sources, seed):
        reason = tree.reject_mutant(mutant, dependents.get(mutant["file"], []))
        if reason:
            rejected[reason] += 1
            continue
        mutants.append({"id": len(mutants) + 1, **mutant})
        progress(f"{len(mutants)}/{count} {mutant['file']}:{mutant['line']} {mutant['operator']}")
        if len(mutants) == count:
            break
    return mutants, rejected


def save_mutants(path, seed, commit, mutants, rejected):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"seed": seed, "commit": commit, "rejected": rejected,
                                "mutants": mutants}, indent=1) + "\n")
