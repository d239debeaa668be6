# SPDX-License-Identifier: MIT
"""`make install` to a temporary directory: the installed files work without the tree, and uninstall
removes all of them."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get("BUILD", "build")


def make(target, destination, prefix):
    subprocess.run(["make", "-s", target, f"DESTDIR={destination}", f"PREFIX={prefix}",
                    f"BUILD={BUILD}"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
                   timeout=300)


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*")
                  if not path.is_dir())


@pytest.fixture(name="installed", scope="module")
def fixture_installed(tmp_path_factory):
    destination = tmp_path_factory.mktemp("a $destination")
    make("install", destination, "/opt/probe")
    yield destination / "opt/probe"
    # A file of another package remains, with its directories.
    other = destination / "opt/probe/share/man/man1/other.1"
    other.write_text("")
    make("uninstall", destination, "/opt/probe")
    assert files(destination) == ["opt/probe/share/man/man1/other.1"]
    assert not [path for path in destination.rglob("*bareprobe*")]


def run(program, *arguments, cwd, **environment):
    variables = {"PATH": "/usr/bin:/bin", "HOME": str(cwd), "LC_ALL": "C.UTF-8", **environment}
    return subprocess.run([program, *arguments], cwd=cwd, env=variables, text=True, timeout=120,
                          capture_output=True, stdin=subprocess.DEVNULL, check=False)


def test_what_is_installed(installed):
    verbs = re.findall(r"^  ([a-z]+) ", run(installed / "bin/bareprobe", "--help",
                                               cwd=installed).stdout, re.M)
    metrics = [path.name for path in (ROOT / "host/data/metrics").rglob("*.metric")]
    suites = [path.name for path in (ROOT / "iso/experiments").glob("*.parms")]
    assert files(installed) == sorted([
        "bin/bareprobe", "bin/vpentium", "bin/vpentium-k7", "bin/vpentium-netburst",
        "bin/vpentium-p6",
        "lib/bareprobe/bareprobe.elf",
        *(f"lib/bareprobe/experiments/{name}" for name in suites),
        *(f"lib/bareprobe/silicon/{path.name}"
          for path in (ROOT / "tests/data/silicon").glob("*_mem.tsv")),
        *(f"lib/bareprobe/musl/{name}" for name in files(ROOT / BUILD / "musl")),
        *(f"share/bareprobe/metrics/{name}" for name in metrics),
        "share/bash-completion/completions/bareprobe",
        "share/man/man1/bareprobe.1", "share/man/man1/vpentium.1",
        *(f"share/man/man1/bareprobe-{verb}.1" for verb in verbs)])


@pytest.mark.parametrize("where", ("bin", "elsewhere"))
def test_run_finds_simulator_and_image(where, installed, tmp_path):
    cwd = installed / "bin" if where == "bin" else tmp_path
    done = run(installed / "bin/bareprobe", "run", "--no-log", "-b", "thesis/program1", "-r", "2",
               "-e", "branches", "--report", "text", cwd=cwd,
               BAREPROBE_DB=str(tmp_path / "store.db"))
    assert done.returncode == 0, done.stderr
    assert "Branches: 100.0 +/- 0.0" in done.stdout  # a hundred iterations with a branch each
    assert "1 result, 0 errors: ok" in done.stdout
    suite = run(installed / "bin/bareprobe", "run", "--no-log", "--suite", "quick", "-r", "2",
                "-b", "thesis/program1", cwd=cwd, BAREPROBE_DB=str(tmp_path / "store.db"))
    assert suite.returncode == 0 and "   suite quick" in suite.stdout
    log = run(installed / "bin/bareprobe", "run", "--no-log", "--report", "records", "-b",
              "thesis/program1", "-e", "branches", cwd=cwd, BAREPROBE_DB=str(tmp_path / "store.db"))
    assert "/lib/bareprobe/bareprobe.elf command=thesis/program1 " in log.stdout


def test_all_of_it_may_be_moved(installed, tmp_path):
    moved = tmp_path / "moved"
    shutil.copytree(installed, moved)
    (tmp_path / "link").symlink_to(moved / "bin/bareprobe")
    for program in (moved / "bin/bareprobe", tmp_path / "link"):
        done = run(program, "list", "benches", "thesis/program1", cwd=tmp_path)
        assert done.returncode == 0 and "thesis/program1" in done.stdout


def test_what_is_missing_is_named(installed, tmp_path):
    moved = tmp_path / "moved"
    shutil.copytree(installed, moved)
    (moved / "lib/bareprobe/bareprobe.elf").unlink()
    done = run(moved / "bin/bareprobe", "run", "--no-log", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "bareprobe.elf" in done.stderr and f"{moved}/bin/../lib/bareprobe" in done.stderr


def test_manual_page_is_found(installed, tmp_path):
    done = run("man", "-w", "bareprobe-show", cwd=tmp_path, MANPATH=str(installed / "share/man"))
    assert done.stdout.strip() == str(installed / "share/man/man1/bareprobe-show.1")


def test_completion_is_of_the_installed_program(installed, tmp_path):
    script = (f"source '{installed}/share/bash-completion/completions/bareprobe'; "
              f"COMP_WORDS=(bareprobe sh); COMP_CWORD=1; _bareprobe; echo ${{COMPREPLY[*]}}")
    done = run("bash", "-c", script, cwd=tmp_path, PATH=f"{installed}/bin:/usr/bin:/bin")
    assert done.stdout == "show\n"
