# SPDX-License-Identifier: MIT
"""make works in a directory whose name has blanks and quotes, and accepts such paths."""
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get("BUILD", "build")
ODD = "my clone's \"odd\" $PWD"
LEFT = shutil.ignore_patterns(".git", "pycache", "__pycache__", "fuzz", "packages", "logs", "tests",
                              "deb")
HANG_BOUND = 600


@pytest.fixture(name="odd", scope="module")
def fixture_odd(tmp_path_factory):
    """A copy of the tree with its products. The times are kept, so that only files that a test
    touches are built again."""
    folder = tmp_path_factory.mktemp("clone") / ODD
    folder.mkdir()
    for entry in ROOT.iterdir():
        if entry.name in (".git", "tests", "build") or entry.name.startswith("build"):
            continue
        copy = shutil.copytree if entry.is_dir() else shutil.copy2
        copy(entry, folder / entry.name)
    shutil.copytree(ROOT / "tests", folder / "tests")
    shutil.copytree(ROOT / BUILD, folder / BUILD, ignore=LEFT, symlinks=True)
    return folder


def made(folder, *words):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    done = subprocess.run(["make", "NO_INSTALL=1", f"BUILD={BUILD}", "-j2", *words], cwd=folder,
                          text=True, capture_output=True, timeout=HANG_BOUND, check=False,
                          env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_an_object_names_its_source_by_the_path_in_the_tree(odd):
    """The compiler's flags remove the directory, whose name has blanks and quotes."""
    (odd / "kernel/lib/glob.c").touch()
    target = f"{BUILD}/kernel/kernel/lib/glob.o"
    made(odd, target)
    data = (odd / target).read_bytes()
    assert b"kernel/lib/glob.c" in data and f"{ODD}/".encode() not in data


@pytest.mark.full
def test_run_install_and_floppy(odd):
    for source in ("kernel/lib/glob.c", "host/base/fnv_hash.c", "bench/thesis/program1.asm"):
        (odd / source).touch()
    assert "209" in made(odd, "run", "COMMAND=thesis/program1", "EVENTS=clocks")
    made(odd, "install", "DESTDIR=to $o'ther", "PREFIX=/us r")
    tool = odd / "to $o'ther" / "us r" / "bin" / "bareprobe"
    done = subprocess.run([tool, "run", "-b", "thesis/program1", "-e", "clocks", "--no-log",
                           "--no-store"], cwd=odd, text=True, capture_output=True, check=False,
                          timeout=HANG_BOUND)
    assert done.returncode == 0 and "209" in done.stdout, done.stderr
    made(odd, "uninstall", "DESTDIR=to $o'ther", "PREFIX=/us r")
    assert not tool.exists()
    overlay = odd / "o$er lay's"
    overlay.mkdir()
    (overlay / "mine.txt").write_text("of the user\n")
    made(odd, "floppy", "OVERLAY=o$er lay's")
    assert b"of the user" in (odd / BUILD / "bareprobe.img").read_bytes()
    (overlay / "mine.txt").write_text("a change\n")
    made(odd, "floppy", "OVERLAY=o$er lay's")
    assert b"a change" in (odd / BUILD / "bareprobe.img").read_bytes()
