# SPDX-License-Identifier: MIT
"""The kernel that has the benchmarks of tests/bench/ beside the usual ones."""
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def test_kernel():
    return ROOT / "build/bareprobe-test.elf"
