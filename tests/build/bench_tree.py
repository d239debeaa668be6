# SPDX-License-Identifier: MIT
"""Provides a copy of the source tree in which tests add, break and build benchmarks."""
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIED = ("bench", "build", "programs")  # make writes into nothing else
UNUSED = ("unit", "fuzz", "sanitized", "host-p6", "host-k7", "host-netburst", "vpentium-*",
          "bareprobe-*", "*.iso", "*.img", "netboot", "deb")
CHANGING = ("bench", "build/kernel/bench", "build/flags", "programs", "build/programs")


def copy_or_link(source, target):
    """The compiler's and the assembler's objects for the host are linked: both write new files."""
    if source.endswith(".o") and "/build/host" in source:
        try:
            os.link(source, target)
            return
        except OSError:  # another file system
            pass
    shutil.copy2(source, target)


def contents(tree):
    return {path for name in CHANGING for path in (tree / name).rglob("*")}


@pytest.fixture(name="built_tree", scope="session")
def fixture_built_tree(tmp_path_factory):
    """Copies the benchmarks and the build directory; everything else is a link. The copy has no
    commit, so its kernel has another name and is built once."""
    copy = tmp_path_factory.mktemp("tree") / "copy"
    copy.mkdir()
    for path in ROOT.iterdir():
        if path.name in COPIED:
            shutil.copytree(path, copy / path.name, symlinks=True, copy_function=copy_or_link,
                            ignore=shutil.ignore_patterns(*UNUSED))
        elif path.name != ".git" and path.suffix != ".db":  # the tree's own history and store
            (copy / path.name).symlink_to(path)
    done = build(copy)
    assert done.returncode == 0, done.stdout + done.stderr
    yield copy
    shutil.rmtree(copy)  # pytest keeps the directories of its last three runs


@pytest.fixture(name="tree")
def fixture_tree(built_tree):
    """The copy. The benchmarks that a test adds are removed after it, with their objects."""
    before = contents(built_tree)
    yield built_tree
    for path in sorted(contents(built_tree) - before, reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()
    assert contents(built_tree) == before


def build(tree, *words):
    return subprocess.run(["make", *(words or ("-s", "build/bareprobe.elf"))], cwd=tree,
                          capture_output=True, text=True, check=False)


def write(tree, name, text):
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(text)
