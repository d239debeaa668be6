# SPDX-License-Identifier: MIT
"""Tiers of tests: which cases of a parametrized test are in `make check`, and which only in
`make check-all`."""
import pytest


def fast_cases(count, cases):
    """The first `count` cases are in `make check`; the others are marked `full`."""
    cases = list(cases)
    return [*cases[:count], *map(full, cases[count:])]


def full(case):
    """The case, marked `full`."""
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.full])
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.full)
