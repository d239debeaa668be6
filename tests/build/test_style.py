# SPDX-License-Identifier: MIT
"""Checks the layout of source files: .clang-format, .editorconfig, the SPDX line, no open tasks."""
import pathlib
import re
import shutil
import subprocess

import pytest

import plain_english
from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH = 100
CODE = {".c", ".h", ".asm", ".inc", ".py", ".sh", ".ld"}
RECEIVED = ROOT / "results"  # its logs have the bytes of a serial port
OTHERS_WORK = ROOT / "tests" / "data"  # published reference data, unchanged


def tracked():
    """Returns the files that git tracks, and those that it would track."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: the list of files is unknown")
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file() and OTHERS_WORK not in path.parents
                  and not (path.parent == RECEIVED and path.suffix == ".log"))


@pytest.fixture(name="files", scope="module")
def fixture_files():
    """Maps each text file to its text."""
    files = {path: path.read_bytes() for path in tracked()}
    return {path: data.decode("utf-8") for path, data in files.items() if b"\0" not in data}


def hold_none(rule, offenders):
    if offenders:
        pytest.fail(f"{rule}:\n" + "\n".join(map(str, offenders)), pytrace=False)


def check_lines(files, rule, is_wrong, suffixes=None):
    """Fails with `path:line` for every line for which is_wrong() is true, in files with these
    suffixes."""
    hold_none(rule, [f"{path.relative_to(ROOT)}:{number}" for path, text in files.items()
                     if suffixes is None or path.suffix in suffixes
                     for number, line in enumerate(text.split("\n"), 1) if is_wrong(line)])


def check_files(files, rule, is_wrong):
    """Fails with the path of every file for which is_wrong(path, text) is true."""
    hold_none(rule, [path.relative_to(ROOT) for path, text in files.items()
                     if is_wrong(path, text)])


def test_there_are_files_to_check(files):
    assert len(files) > 30
    assert {".c", ".h", ".asm", ".py"} <= {path.suffix for path in files}


def changed_since(commit):
    """The files that differ from those of the commit, new ones included; None if there is no such
    commit."""
    listed = [subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
              for words in (["diff", "--name-only", "-z", commit],
                            ["ls-files", "-z", "--others", "--exclude-standard"])]
    if any(done.returncode for done in listed):
        return None
    return {ROOT / name for done in listed for name in done.stdout.split("\0") if name}


@pytest.mark.parametrize("commits", fast_cases(1, [50, "all"]))
def test_c_is_laid_out_by_clang_format(files, commits):
    """`make check` looks at the files that the last 50 commits changed."""
    sources = [path for path in files if path.suffix in (".c", ".h")]
    changed = None if commits == "all" else changed_since(f"HEAD~{commits}")
    if changed is not None:
        sources = [path for path in sources if path in changed]
    if not sources:
        return
    result = subprocess.run(["clang-format", "--dry-run", "-Werror", *sources], cwd=ROOT,
                            capture_output=True, text=True, check=False)
    hold_none("'make format' would change", sorted(set(
        re.findall(rf"^{re.escape(str(ROOT))}/(.*?):\d", result.stderr, re.M))))
    assert result.returncode == 0, result.stderr


def test_no_trailing_blanks(files):
    check_lines(files, "blanks at the line's end", lambda line: line != line.rstrip())


def test_lines_end_as_on_unix(files):
    check_lines(files, "carriage return", lambda line: "\r" in line)


def test_files_end_with_one_line_end(files):
    check_files(files, "the last line is not ended, or is empty",
                lambda _, text: text and (not text.endswith("\n") or text.endswith("\n\n")))


def test_code_is_indented_with_blanks(files):
    check_lines(files, "tab", lambda line: "\t" in line, CODE)


def test_code_is_not_wider_than_a_screen(files):
    # Shell scripts are exempt, because a table row in them is easier to read on one line.
    check_lines(files, f"wider than {WIDTH}", lambda line: len(line) > WIDTH, CODE - {".sh"})


def test_code_names_its_licence(files):
    check_files(files, "no SPDX line at the top", lambda path, text: path.suffix in CODE - {".ld"}
                and "SPDX-License-Identifier: MIT" not in "".join(text.splitlines(True)[:3]))


def test_nothing_is_left_to_do(files):
    words = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3]) + r")\b")
    check_lines(files, "left to do", words.search)


def test_shell_scripts(files):
    scripts = [path for path, text in files.items() if re.match(r"#!.*\b(ba)?sh\n", text)]
    assert scripts
    if not shutil.which("shellcheck"):
        pytest.skip("no shellcheck here (Debian package shellcheck)")
    result = subprocess.run(["shellcheck", "-x", "-P", "SCRIPTDIR", *scripts], text=True,
                            capture_output=True, check=False)
    assert result.returncode == 0, result.stdout


def test_markers_of_unusual_english_become_fewer():
    """A count above its limit fails with the lines; one below it asks for a lower limit."""
    found = list(plain_english.find_markers(plain_english.tracked()))
    counts, limits = plain_english.counts(found), plain_english.limits()
    above = {top for top in counts if counts[top] > limits.get(top, 0)}
    hold_none("more markers than plain_english_limits.tsv allows; write these plainly", [
        f"{name}:{line}: [{marker}] {text[:100]}" for name, line, marker, text in found
        if plain_english.top_of(name) in above])
    below = [f"{top}: {counts[top]} of {limit}" for top, limit in limits.items()
             if counts[top] < limit]
    hold_none("fewer markers than allowed: run tests/build/plain_english.py --update", below)


@pytest.mark.parametrize("line, markers", [
    ("The value behind the name is told.", ["behind", "is told"]),
    ("What comes of it", ["What comes"]),
    ("Of all events the dearest", ["Of a", "dearest"]),
    ("the parameter `behind` and a plain sentence", []),
    ("Returns the number of events; 0 without one.", []),
])
def test_markers_are_found(line, markers):
    assert plain_english.markers_in(line) == markers


@pytest.mark.parametrize("name, text, prose", [
    ("a.c", 'int a; /* one\n * two */ say("three four", b); // five',
     ["one", "* two three four five"]),
    ("a.asm", "nop ; six", [" six"]),
    ("a.sh", "x # seven\necho eight", ["seven", ""]),
    ("a.md", "nine\n```\ncode\n```\n    code\nten", ["nine", "ten"]),
])
def test_prose_is_what_a_person_reads(name, text, prose):
    found = [" ".join(part.split()) for _, part in plain_english.prose(name, text)]
    assert found == [part.strip() for part in prose]


def test_commit_subjects_are_plain():
    """Since the commit that added the limits."""
    listed = subprocess.run(["git", "log", "--format=%H", "--diff-filter=A", "--",
                             "tests/build/plain_english_limits.tsv"], cwd=ROOT, text=True,
                            capture_output=True, check=False)
    if listed.returncode or not listed.stdout.strip():
        pytest.skip("no history here")
    first = listed.stdout.split()[-1]
    subjects = subprocess.run(["git", "log", "--format=%h %s", f"{first}..HEAD"], cwd=ROOT,
                              text=True, capture_output=True, check=True).stdout.splitlines()
    hold_none("commit subjects", [subject for subject in subjects
                                  if plain_english.markers_in(subject.partition(" ")[2])])
