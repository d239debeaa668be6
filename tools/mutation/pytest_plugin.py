# SPDX-License-Identifier: MIT
"""A pytest plugin for tools/mutation.py: runs test files in a given order and lists what failed.
MUTATION_TESTS names a file of JSON: `files`, in order, below tests/; `left_out`, tests not to run;
`only`, the tests to run, or null for all; `failures`, the file to append names of failed tests to.
"""
import json
import os
import pathlib

import pytest

TESTS = pathlib.Path("tests").resolve()
PLAN = json.loads(pathlib.Path(os.environ["MUTATION_TESTS"]).read_text())
PLACES = {TESTS / name: place for place, name in enumerate(PLAN["files"])}
LEFT_OUT = set(PLAN["left_out"])


# Paths on the command line would load the conftest.py of all folders at once, and `import conftest`
# would find the wrong one. So pytest is given the whole folder.
def pytest_ignore_collect(collection_path):
    if collection_path.is_dir():
        return None if any(collection_path in path.parents for path in PLACES) else True
    return None if collection_path in PLACES else True


# After tests/conftest.py, which puts long test files first.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    taken = [item for item in items if item.nodeid not in LEFT_OUT
             and (PLAN["only"] is None or item.nodeid in PLAN["only"])]
    config.hook.pytest_deselected(items=[item for item in items if item not in taken])
    items[:] = sorted(taken, key=lambda item: PLACES[item.path])


def note_failure(report):
    if report.failed:
        with open(PLAN["failures"], "a", encoding="utf-8") as file:
            file.write(report.nodeid + "\n")


def pytest_runtest_logreport(report):
    note_failure(report)


def pytest_collectreport(report):
    note_failure(report)
