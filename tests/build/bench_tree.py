# SPDX-License-Identifier: MIT
"""Provides a copy of the source tree in which tests add, break and build benchmarks."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(name="tree")
def fixture_tree(tmp_path):
    """Copies the tree together with its build directory."""
    shutil.copytree(ROOT, tmp_path / "copy", symlinks=True,
                    ignore=shutil.ignore_patterns(".git", "unit"))
    yield tmp_path / "copy"
    shutil.rmtree(tmp_path / "copy")  # pytest keeps the directories of its last three runs


def build(tree, *words):
    return subprocess.run(["make", *(words or ("-s", "build/bareprobe.elf"))], cwd=tree,
                          capture_output=True, text=True, check=False)


def write(tree, name, text):
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(text)
