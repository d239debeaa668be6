# SPDX-License-Identifier: MIT
"""Messages and layouts that a user meets by accident: options with one dash, tables wider than the
terminal, runs that fail without a report."""
import os
import pathlib
import pty
import re
import subprocess

import pytest

from logs import multiplex_record, result_record, sampling_record

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
VERBS = ("run", "plan", "experiments", "capture", "show", "profile", "explain", "breakdown",
         "compare", "export", "plot", "html", "history", "fit", "score", "list", "import", "delete",
         "monitor", "cc")


@pytest.mark.parametrize("words, wrong", [
    (("run", "-bench", "thesis/program2"), "'-bench': a long option has two dashes: --bench"),
    (("run", "-events=branches"), "'-events=branches': a long option has two dashes: --events"),
    (("show", "last", "-metrics", "cpi"), "two dashes: --metrics"),
    (("list", "-verbose"), "two dashes: --verbose")])
def test_long_option_with_one_dash(bareprobe, words, wrong):
    done = bareprobe(*words)
    assert done.returncode == 2 and wrong in done.stderr and "usage: " in done.stderr


def test_values_may_look_like_long_options(bareprobe, write_run):
    """-r1 has its value attached; --label takes any word; nothing after -- is an option."""
    write_run("run.log", result_record(3, bench="thesis/one"))
    assert bareprobe("import", "--label", "-label", "run.log").returncode == 0
    assert "-label" in bareprobe("list", "runs").stdout
    assert "two dashes" not in bareprobe("show", "--", "-event").stderr


def in_terminal(columns, *words, cwd):
    """The output of a command whose standard output is a terminal of this width."""
    master, slave = pty.openpty()
    subprocess.run(["stty", "cols", str(columns), "rows", "50"], stdin=slave, check=True)
    with subprocess.Popen([BUILD / "bareprobe", *words], stdout=slave, stdin=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, cwd=cwd) as child:
        os.close(slave)
        text = b""
        try:
            while part := os.read(master, 65536):
                text += part
        except OSError:  # the other end is closed
            pass
        assert child.wait() == 0
    os.close(master)
    return text.decode().replace("\r\n", "\n")


def fits(text, columns=80):
    return all(len(line) <= columns for line in text.splitlines())


def words_of(text):
    """The text without the places where lines end, which may be within a long name."""
    return "".join(re.sub(r"\x1b\[\d*m", "", text).split())


def test_headings_and_tables_fit_the_terminal(write_run, tmp_path, bareprobe):
    """A pipe gets one line for each heading and row; a terminal the same words on more lines."""
    long_name = "pipeline_stalled_address_generation_interlock"
    for name, mean in (("a.log", 100), ("b.log", 150)):
        write_run(name, result_record(mean, sd=1.5, event=long_name, code="0x1f",
                                      bench='"thesis/a_long_name:variant=first"'),
                  build='"0.1-1234567 gcc-12.2.0 -O2 image 12345678"')
    for words in (["show", "a.log"], ["compare", "a.log", "b.log"],
                  ["compare", "a.log", "b.log", "-f", "counts"],
                  ["list", "events", "--pcl", "--cpu", "k7"]):
        piped, shown = bareprobe(*words).stdout, in_terminal(80, *words, cwd=tmp_path)
        shown = re.sub(r"\x1b\[\d*m", "", shown)
        assert not fits(piped) and fits(shown), words
        assert sorted(words_of(piped)) == sorted(words_of(shown))


@pytest.mark.parametrize("verb", [[], *([verb] for verb in VERBS)])
def test_help_fits_a_terminal_of_80_columns(bareprobe, verb):
    done = bareprobe(*verb, "--help")
    assert done.returncode == 0 and fits(done.stdout), [
        line for line in done.stdout.splitlines() if len(line) > 80]


def test_metrics_fit_the_terminal(write_run, tmp_path, bareprobe):
    """Metrics are rows where a row per region would be wider than the terminal. A pipe gets a line
    per region."""
    events = {("count_clocks", "0x100"): 200, ("instructions_executed", "0x16"): 100,
              ("branches", "0x12"): 20, ("btb_hits", "0x13"): 10, ("data_read", "0x00"): 50}
    write_run("run.log", *(result_record(count * (region + 1), event=event, code=code,
                                         bench="thesis/one", region=region)
                           for region in range(6) for (event, code), count in events.items()))
    tall = in_terminal(80, "show", "run.log", "-m", "all", cwd=tmp_path)
    body = tall.splitlines()[1:]
    assert all(len(line) <= 80 for line in body)
    assert [line.split() for line in body if "CPI" in line][0][-1] == "2.00"
    assert sum("region 5" in line for line in body) == 1
    assert in_terminal(80, "show", "run.log", "-m", "cpi", cwd=tmp_path).count("region 0") == 1
    piped = bareprobe("show", "run.log", "-m", "all").stdout
    assert max(map(len, piped.splitlines())) > 1000 and piped.count("region 5") == 1


def test_multiplexed_events_name_the_part_that_was_off(write_run, bareprobe):
    both = [sampling_record("multiplex"),
            multiplex_record("branches").replace("state=warm", "state=warm ablate=none")]
    write_run("run.log", *both, *(record.replace("ablate=none", "ablate=l1") for record in both))
    shown = bareprobe("show", "run.log", "--multiplex").stdout
    assert "apps/one   warm   1 event in" in shown
    assert "apps/one   warm, without l1   1 event in" in shown


def test_reason_without_a_report(tmp_path):
    done = subprocess.run([BUILD / "bareprobe", "run", "--kernel", BUILD / "bareprobe-test.elf",
                           "-b", "fault/divide", "-r", "1", "-e", "branches", "--report", "none",
                           "--no-log", "--no-store"], cwd=tmp_path, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1 and not done.stdout
    assert "fault/divide: exception 0 (divide error)" in done.stderr


def test_profile_that_fails_is_not_stored(bareprobe):
    done = bareprobe("profile", "--sim", "fault/divide", "--kernel", BUILD / "bareprobe-test.elf")
    assert done.returncode == 1 and done.stderr.count("divide error") == 1
    assert not bareprobe("list", "runs").stdout.strip()


@pytest.mark.parametrize("words", (["-m", "cpi"], ["--table"]))
def test_tables_of_counts_of_a_sampled_run(bareprobe, write_run, words):
    write_run("run.log", sampling_record("multiplex", events=None, samples=8),
              multiplex_record("data_read"))
    done = bareprobe("show", "run.log", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "run.log has samples (experiment=multiplex) and no counts of regions" in done.stderr
