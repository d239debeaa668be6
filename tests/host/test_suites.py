# SPDX-License-Identifier: MIT
"""Suites: the experiment files distributed with the program, by name."""
import os
import pathlib
import pty
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
FILES = sorted((ROOT / "iso/experiments").glob("*.parms"))
SHORT = ["-b", "thesis/program1", "-e", "branches", "-r", "2", "--no-log", "--no-store"]


def fact(path, name):
    """Finds a setting in a suite's file, or a property given in a comment."""
    return re.search(rf"^(?:# {name}: (.*)|\s*{name}\s*=\s*(.*);)$", path.read_text(), re.M)


def test_what_is_listed(bareprobe):
    rows = [re.split("  +", line) for line in bareprobe("list", "suites").stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == ["all", *(path.stem for path in FILES)]
    texts = {row[0]: row[2] for row in rows}
    for path in FILES:
        assert f"# {texts[path.stem]}\n" in path.read_text()
        assert [path.stem, fact(path, "report")[1]] in [row[:2] for row in rows]
    assert rows[0][1:] == ["table, machine, variants",
                           "thesis, machine and apps, one after the other"]


def test_every_benchmark_of_a_suite_is_there(bareprobe):
    listed = bareprobe("list", "benches").stdout
    with_benchmarks = [path for path in FILES if fact(path, "command")]
    assert {path.stem for path in set(FILES) - set(with_benchmarks)} == {"first", "score"}
    for path in with_benchmarks:
        for glob in fact(path, "command")[2].split(","):
            name = re.escape(glob.split(":")[0]).replace(r"\*", ".*")
            assert re.search("^" + name, listed, re.M), glob


@pytest.mark.parametrize("suite, told", [
    ("quick", "benchmark        region  branches\nthesis/program1  0            100\n"),
    ("thesis", "benchmark        region  branches\nthesis/program1  0            100\n"),
    ("machine", "This machine                measured"),
    ("apps", "No selected benchmark has an argument `variant` and a count of clocks."),
])
def test_a_suite_has_its_report(bareprobe, suite, told):
    done = bareprobe("run", "--suite", suite, *SHORT)
    assert done.returncode == 0 and told in done.stdout
    assert done.stderr == ""


def test_all_of_them(bareprobe):
    """The experiments follow each other, each in the form of its suite."""
    done = bareprobe("run", "--suite", "all", *SHORT, "--report", "records")
    assert re.findall(r"ev=plan experiment=(\S+)", done.stdout) == [
        "thesis.parms", "machine.parms", "apps.parms"]
    told = bareprobe("run", "--suite", "all", *SHORT).stdout
    parts = ["thesis/program1  0            100", "This machine", "an argument `variant`"]
    assert [told.count(part) for part in parts] == [1, 1, 1]
    assert sorted(parts, key=told.index) == parts
    whole = bareprobe("run", "--suite", "all", *SHORT, "--report", "text").stdout
    assert whole.count("Branches: 100.0 +/- 0.0") == 3


def test_what_goes_wrong_is_told_of_each(bareprobe):
    told = bareprobe("run", "--suite", "all", "-b", "fault/divide", "-e", "branches", "-r", "2",
                     "--no-log", "--no-store", "--kernel", str(BUILD / "bareprobe-test.elf"))
    # the table and the table of variants list the three faults
    assert told.stdout.count("fault: fault/divide: exception 0 (divide error)") == 6


def test_what_is_given_wins(bareprobe, tmp_path):
    (tmp_path / "more.parms").write_text("(p5mon\n command = thesis/program2;\nend)\n")
    done = bareprobe("run", "--suite", "quick", *SHORT[2:], "--parms", "more.parms",
                     "--report", "records")
    assert re.findall(r"ev=plan experiment=(\S+)", done.stdout) == ["quick.parms", "more.parms"]
    assert set(re.findall(r"ev=result .* event=(\S+)", done.stdout)) == {"branches"}
    assert "ev=bench bench=thesis/program2" in done.stdout.split("more.parms", 1)[1]
    text = bareprobe("run", "--suite", "machine", *SHORT, "--report", "text").stdout
    assert "Branches: 100.0" in text and "This machine" not in text


@pytest.mark.parametrize("arguments, said", [
    (["--suite", "machin"], "--suite: 'machin' is not a suite; did you mean machine?"),
    (["--suite", "zzzzzz"], "--suite: 'zzzzzz' is not a suite; see 'bareprobe list suites'"),
    (["--suite", "../quick"], "is not a suite"),
    (["--suite", "quick", "--serial", "/dev/null"],
     "--suite cannot be combined with --serial: the machine loads the files on its disk"),
    (["--suite", "all", *["--parms", "x.parms"] * 14], "more than 16 experiment files"),
])
def test_what_is_refused(bareprobe, arguments, said):
    done = bareprobe("run", *arguments)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


def test_a_suite_with_a_wrong_report(tmp_path):
    """Tests a copy of the program with user-defined suites."""
    (tmp_path / "bareprobe").write_bytes((BUILD / "bareprobe").read_bytes())
    (tmp_path / "bareprobe").chmod(0o755)
    assert "the directory experiments with the suites is neither in " in listed(tmp_path).stderr
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments/mine.parms").write_text("# Mine.\n# report: txet\n(p5mon\nend)\n")
    said = listed(tmp_path).stderr
    assert "mine.parms: report: 'txet' is not a form of report; allowed: table, text" in said
    (tmp_path / "experiments/mine.parms").write_text("# report: machine\n# Mine.\n(p5mon\nend)\n")
    assert re.search(r"^mine +machine +Mine\.$", listed(tmp_path, "min").stdout, re.M)


def listed(folder, *pattern):
    return subprocess.run([folder / "bareprobe", "list", "suites", *pattern], text=True,
                          check=False, capture_output=True, timeout=60)


def test_the_progress_line_names_the_suite(tmp_path):
    master, slave = pty.openpty()
    with subprocess.Popen([BUILD / "bareprobe", "run", "--suite", "quick", *SHORT], cwd=tmp_path,
                          env={**os.environ, "TERM": "xterm"}, stderr=slave,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        os.close(slave)
        said = b""
        try:
            while data := os.read(master, 4096):
                said += data
        except OSError:
            pass
        assert process.wait(60) == 0
    os.close(master)
    assert re.search(rb"Bareprobe [^,]+, quick suite, in the virtual Pentium: a model's counts",
                     said)


@pytest.mark.full
def test_quick_is_quick(bareprobe):
    """The virtual Pentium models at least 1.3 s per second on one core: 20 s, with half to
    spare."""
    done = bareprobe("run", "--suite", "quick", "--no-log", "--no-store", "--report", "records")
    assert done.returncode == 0
    assert float(re.search(r"ev=done .*seconds=(\S+)", done.stdout)[1]) < 13


def test_make_run(tmp_path):
    """`make run` passes on the quick suite, another suite, or none if benchmarks are named."""
    def options(*settings):
        said = subprocess.run(["make", "-n", "run", "NO_INSTALL=1", *settings], cwd=ROOT, text=True,
                              capture_output=True, check=True)
        words = said.stdout.splitlines()[-1].split(" run ", 1)[1].split(" --logs", 1)[0].split()
        assert words[-2:] == ["--jobs", "auto"]
        return words[:-2]
    assert options() == ["--suite", "'quick'"]
    assert options("SUITE=machine", "REPORT=text") == ["--suite", "'machine'", "--report", "'text'"]
    assert options("EVENTS=branch") == ["--suite", "'quick'", "-e", "'branch'"]
    assert options("COMMAND=thesis/*") == ["--bench", "'thesis/*'", "-e", "'all'", "-r", "'20'"]
    assert options("SUITE=apps", "COMMAND=apps/s*", "REPETITIONS=3") == [
        "--suite", "'apps'", "--bench", "'apps/s*'", "-r", "'3'"]
