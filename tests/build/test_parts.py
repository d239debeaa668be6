# SPDX-License-Identifier: MIT
"""tests/parts.py, which runs all tests in parts, and tools/test_times.py, each in a temporary
tree."""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import parts  # requires the directory added to the path above

MARKED = "import pytest\npytestmark = pytest.mark.full\n"


def test_each_file_with_marked_tests_is_in_one_part():
    listed = [file for files in parts.files_by_part().values() for file in files]
    assert sorted(listed) == parts.full_files()


def test_a_file_with_any_kind_of_mark_is_found():
    """A case is marked by pytest's own mark, or by the functions of tests/tiers.py."""
    listed = parts.full_files()
    uses = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/*/test_*.py")
            if "from tiers import" in path.read_text()}
    assert len(uses) > 10 and uses <= set(listed)
    assert "tests/build/test_benchcheck.py" in listed  # only @pytest.mark.full


def test_patterns_name_files_that_exist():
    for part in parts.PARTS:
        for pattern in part.files:
            assert list(ROOT.glob(pattern)), f"{part.name}: {pattern}"
        for source in part.sources:
            assert (ROOT / source).exists(), f"{part.name}: {source}"


@pytest.fixture(name="tree")
def fixture_tree(tmp_path):
    """Makes a tree whose Makefile has the targets of the parts that are commands."""
    (tmp_path / "tests/virtual").mkdir(parents=True)
    (tmp_path / "tests/wire").mkdir()
    for name in ("parts.py", "conftest.py", "rewriting.py", "bounds.py", "places.py", "pytest.ini",
                 "wire/check_wire.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    (tmp_path / "Makefile").write_text("check:\n\t@echo '5 passed, 0 failed'\n"
                                       "check-sanitized fuzz:\n\t@echo done $@\n")
    return tmp_path


def run_parts(tree, *arguments):
    done = subprocess.run([sys.executable, "tests/parts.py", "--pytest",
                           f"{sys.executable} -m pytest -q -p no:labgrid -p no:cacheprovider",
                           *arguments], cwd=tree, capture_output=True, text=True, timeout=120,
                          check=False)
    return done.returncode, done.stdout


def test_parts_are_summed(tree):
    """Five tests of `make check`, one marked test, and one for each of the two commands without a
    count."""
    (tree / "tests/virtual/test_a.py").write_text(
        MARKED.replace("pytestmark = pytest", "@pytest") + "def test_a(): pass\n"
        "def test_not_marked(): assert False\n")
    status, output = run_parts(tree)
    assert (status, output.splitlines()[-1]) == (0, "8 passed, 0 failed"), output
    assert "== simulator and kernel\n" in output and "1 passed, 0 failed, ok" in output


def test_a_failed_test_fails_the_run(tree):
    (tree / "tests/virtual/test_a.py").write_text(MARKED + "def test_a(): assert False\n")
    status, output = run_parts(tree, "simulator and kernel")
    assert (status, output.splitlines()[-1]) == (1, "0 passed, 1 failed")


def test_a_failed_command_fails_the_run(tree):
    (tree / "Makefile").write_text("check fuzz check-sanitized:\n\tfalse\n")
    status, output = run_parts(tree)
    assert (status, output.splitlines()[-1]) == (1, "0 passed, 3 failed")


@pytest.mark.full
def test_a_part_out_of_time_is_stopped_and_keeps_what_it_counted(tree):
    """The time limit is 36 seconds: a part is started only if at least 30 seconds remain, and the
    second test waits for 60."""
    (tree / "tests/virtual/test_a.py").write_text(
        "import time\n" + MARKED + "def test_a(): pass\ndef test_b(): time.sleep(60)\n")
    status, output = run_parts(tree, "--minutes", "0.6", "check", "simulator and kernel", "fuzzers")
    assert status == 0 and output.splitlines()[-1] == "6 passed, 0 failed", output
    assert "1 passed, 0 failed, stopped" in output and "not run: out of time" in output


def test_the_most_recently_changed_part_is_first(tree):
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    commit = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qma"]
    for folder, day in (("sim/cpu", 1), ("bench/instr", 3), ("tests/fuzz", 2)):
        (tree / folder).mkdir(parents=True)
        (tree / folder / "file").write_text("changed\n")
        subprocess.run(["git", "add", folder], cwd=tree, check=True)
        date = f"2026-01-0{day}T00:00:00"
        subprocess.run(commit, cwd=tree, check=True, env={
            **os.environ, "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date})
    (tree / "tests/differential").mkdir()
    (tree / "tests/differential/test_a.py").write_text(MARKED + "def test_a(): pass\n")
    (tree / "tests/k7").mkdir()
    (tree / "tests/k7/test_a.py").write_text(MARKED + "def test_a(): pass\n")
    _, output = run_parts(tree, "--minutes", "5")
    begun = [line[3:] for line in output.splitlines() if line.startswith("== ")]
    assert begun == ["check", "instruction tables", "fuzzers", "differential", "sanitizers"]


def test_wrong_part_is_refused(tree):
    done = subprocess.run([sys.executable, "tests/parts.py", "nothing"], cwd=tree, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 2 and "'nothing' is not a part" in done.stderr


def test_times_are_printed_and_written_into_the_table(tmp_path):
    """The table has rows for 40 of the 42 files, with 42 to 3 seconds. The last two, with 2 and 1,
    are summed in one row."""
    times, readme = tmp_path / "times", tmp_path / "README.md"
    times.write_text("".join(f"{number / 2}\tf{number:02}.py::test_{name}\n"
                             for number in range(1, 43) for name in "ab"))
    readme.write_text("above\n<!-- test times -->\nold\n<!-- end of test times -->\nbelow\n")
    done = subprocess.run([ROOT / "tools/test_times.py", times, readme], capture_output=True,
                          text=True, check=True)
    assert done.stdout.startswith("903 processor seconds in 84 tests\n")
    text = readme.read_text()
    assert text.startswith("above\n<!-- test times -->\n| file |") and text.endswith("below\n")
    assert "| f42.py | 2 | 42.0 |" in text and "old" not in text
    assert "| f03.py | 2 | 3.0 |\n| 2 other files | 4 | 3.0 |\n" in text


def test_times_without_a_file_say_what_writes_it(tmp_path):
    done = subprocess.run([ROOT / "tools/test_times.py", tmp_path / "none"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 1 and "`make check` writes it" in done.stderr


def test_make_passes_a_command_that_runs_pytest():
    """A list of words, which no shell reads: `NAME=value` before the program needs env."""
    printed = subprocess.run(["make", "-n", "check-all"], cwd=ROOT, capture_output=True, text=True,
                             timeout=120, check=True).stdout
    words = shlex.split(next(line for line in printed.splitlines() if "tests/parts.py" in line))
    command = shlex.split(words[words.index("--pytest") + 1])
    done = subprocess.run([*command, "--version"], cwd=ROOT, capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0 and "pytest" in done.stdout + done.stderr
