# SPDX-License-Identifier: MIT
"""Runs pytest and cmocka programs in a work tree with a time limit; returns the failed tests."""
import collections
import json
import os
import pathlib
import re
import tempfile

from mutation.processes import run_bounded

TOOLS = pathlib.Path(__file__).resolve().parents[1]
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else "python3"
PYTEST = (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:labgrid",
          "-p", "no:xdist")
MARKS = {"check": "not full", "full": "full"}
HANG_BOUND = 20  # seconds for one program that a test starts

Outcome = collections.namedtuple("Outcome", "failed timed_out output")


def environment(extra):
    """Variables of a pytest. A make that a test starts gets SIM_LTO= from MAKEFLAGS, as
    tests/conftest.py leaves it there."""
    return {"PYTHONPYCACHEPREFIX": "build/pycache", "MAKEFLAGS": " -- SIM_LTO=", **extra}


def run_pytest(tree, tier, files, limit, options=(), left_out=(), only=None, extra=None):
    """Runs these files (tests/...) in this order; `only` names single tests of them."""
    with tempfile.TemporaryDirectory() as folder:
        plan = pathlib.Path(folder, "plan.json")
        failures = pathlib.Path(folder, "failures")
        plan.write_text(json.dumps({"files": [name.removeprefix("tests/") for name in files],
                                    "left_out": list(left_out), "only": only,
                                    "failures": str(failures)}))
        variables = environment({"MUTATION_TESTS": str(plan), "PYTHONPATH": str(TOOLS),
                                 "TMPDIR": folder, **(extra or {})})
        command = [*PYTEST, "-p", "mutation.pytest_plugin", "-m", MARKS[tier], *options, "tests"]
        status, output = run_bounded(command, tree, limit, variables)
        failed = failures.read_text().splitlines() if failures.exists() else []
    nothing_ran = re.search(r"^0 passed, 0 failed", output, re.M)
    if status not in (0, None) and not failed and not nothing_ran:
        failed = ["pytest itself"]
    return Outcome(list(dict.fromkeys(failed)), status is None, output)


def run_unit(tree, name, limit, extra=None):
    """Runs the program of a file in tests/unit. A failed test is reported as the program."""
    program = tree / "build" / pathlib.Path(name).with_suffix("")
    status, output = run_bounded([program], tree, limit,
                                 {"CMOCKA_MESSAGE_OUTPUT": "TAP", **(extra or {})})
    planned = sum(map(int, re.findall(r"^1\.\.(\d+)$", output, re.M)))
    reported = len(re.findall(r"^(?:ok|not ok) \d+", output, re.M))
    fine = status == 0 and planned == reported > 0
    return Outcome([] if fine else [f"{name.removeprefix('tests/')}::(program)"], False, output)


def list_test_files(tree, mark, keyword, paths):
    """The test files that have tests by pytest's own choice, in pytest's order."""
    found = []
    for path in paths:  # one by one, for the reason in pytest_plugin.py
        chosen = ["-m", mark, *(["-k", keyword] if keyword else []), path]
        command = [*PYTEST, "--collect-only", *chosen]
        _, output = run_bounded(command, tree, 600, environment({}))
        if re.search(r"^ERROR |errors? during collection", output, re.M):
            raise SystemExit(f"tests are not collected:\n{output[-3000:]}")
        found += [f"tests/{name}" for name in re.findall(r"^(\S+?\.(?:py|c))::", output, re.M)]
    return list(dict.fromkeys(found))
