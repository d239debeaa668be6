# SPDX-License-Identifier: MIT
"""Properties of all verbs: --help with a working example, exit statuses, and only data on stdout.
Each verb has its own test for everything else."""
import os
import pathlib
import pty
import re
import subprocess

import pytest

from tiers import full
from logs import result_record, run_log

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
SYNOPSIS_WIDTH = 100
VERBS = ("run", "capture", "show", "compare", "history", "list", "import", "delete", "export",
         "plot", "html", "fit", "profile", "explain", "breakdown", "experiments",
         "monitor", "score", "plan")


def verbs(bareprobe):
    return re.findall(r"^  ([a-z]+) ", bareprobe("--help").stdout, re.M)


def has(bareprobe, verb):
    if verb not in verbs(bareprobe):
        pytest.skip(f"there is no verb {verb}")


def test_every_verb_is_tested_here(bareprobe):
    assert set(verbs(bareprobe)) - {"cc"} <= set(VERBS)  # cc has other options: test_cc.py


@pytest.mark.parametrize("ask", (["--help"], ["-h"], ["help"]))
def test_help(ask, bareprobe):
    done = bareprobe(*ask)
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("usage: bareprobe", "Exit status: 0 success, 1 ", "A RUN is", "Example: "):
        assert word in done.stdout


def test_version(bareprobe):
    done = bareprobe("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"bareprobe \d+\.\d+(-[0-9a-f]{7}(-dirty)?)?\n", done.stdout)


def test_no_verb_is_wrong_use(bareprobe):
    done = bareprobe()
    assert (done.returncode, done.stdout) == (2, "") and "usage: bareprobe VERB" in done.stderr


@pytest.mark.parametrize("word, meant", [("shwo", "show"), ("Run", "run"), ("no-such-verb", None)])
def test_unknown_verb(word, meant, bareprobe):
    done = bareprobe(word)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"'{word}' is not a verb" in done.stderr
    assert (f"did you mean {meant}?" if meant else "'bareprobe --help' lists them") in done.stderr


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb(verb, bareprobe):
    has(bareprobe, verb)
    done = bareprobe(verb, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: bareprobe {verb} ")
    assert re.search(rf"^Example: bareprobe {verb} ", done.stdout, re.M)
    assert max(map(len, done.stdout.splitlines())) <= SYNOPSIS_WIDTH
    assert bareprobe(verb, "-h").stdout == done.stdout


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("option", ("--no-such-option", "-Z", "--no-such-option=5"))
def test_unknown_option(verb, option, bareprobe, tmp_path):
    has(bareprobe, verb)
    done = bareprobe(verb, option)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"bareprobe {verb}: '{option}' is not an option of {verb}")
    assert f"see 'bareprobe {verb} --help'" in done.stderr
    assert not list(tmp_path.iterdir())  # no file was written


@pytest.fixture(name="stored")
def fixture_stored(bareprobe, tmp_path):
    """Two runs in the store, from monday.log and tuesday.log; the second is slower."""
    for name, mean in (("monday", 100), ("tuesday", 150)):
        results = [result_record(mean=mean, bench="thesis/program1")]
        (tmp_path / f"{name}.log").write_text(run_log(*results, build=name))
    assert bareprobe("import", "monday.log", "tuesday.log").returncode == 0


MISSING = "'no.log' is neither a file nor a run in the store"


@pytest.mark.parametrize("arguments, status, message", [
    # 0: success
    (["show", "last"], 0, ""),
    (["show", "last~1", "--report"], 0, ""),
    (["show", "monday.log", "--report=p5mon_file"], 0, ""),
    (["compare", "last", "last"], 0, ""),
    (["compare", "last~1", "last"], 0, ""),
    (["list", "runs"], 0, ""),
    (["history", "thesis/program1", "0", "branches"], 0, ""),
    (["delete", "last"], 0, ""),
    # 1: a regression
    (["compare", "last~1", "last", "-e", "branches", "--fail-above", "2"], 1, ""),
    # 2: usage error
    (["show"], 2, "expected one RUN, got 0"),
    (["show", "no.log"], 2, MISSING),
    (["show", "last~7"], 2, ""),
    (["show", "99"], 2, "99"),
    (["show", "last", "-b", "no/such"], 2, "is selected"),
    (["show", "last", "--sort", "size"], 2, "--sort: 'size' is not an order"),
    (["show", "last", "-m", "cip"], 2, "did you mean cpi?"),
    (["show", "last", "--report=txet"], 2, "--report: 'txet' is not a report"),
    (["show", "last", "--report", "p5mon_file"], 0, ""),
    (["show", "last", "--report", "-b", "x"], 2, "--report prints the whole run"),
    (["show", "last", "--db", "none.db"], 2, "none.db"),
    (["compare", "last"], 2, ""),
    (["compare", "last", "no.log"], 2, MISSING),
    (["compare", "last", "last", "--fail-above", "much"], 2, "--fail-above: 'much' is not a"),
    (["history", "thesis/program1"], 2, ""),
    (["fit"], 2, "expected one RUN, got 0"),
    (["fit", "last", "last"], 2, "expected one RUN, got 2"),
    (["fit", "last"], 2, "has no findings to infer parameters from"),
    (["fit", "no.log"], 2, MISSING),
    (["profile", "last"], 2, "experiment=profile"),
    (["profile", "no.log"], 2, MISSING),
    (["list", "evnets"], 2, "did you mean events?"),
    (["import"], 2, ""),
    (["import", "no.log"], 2, "no.log"),
    (["delete"], 2, ""),
    (["delete", "99"], 2, "99"),
    (["run", "evnets=all"], 2, "did you mean events?"),
    (["run", "--timeout", "soon"], 2, "--timeout: 'soon' is not a number"),
    (["capture"], 2, "no port given"),
    (["capture", "/dev/ttyNONE9", "--runs", "0"], 2, "--runs: '0' is not a number"),
    # 3: error of the target
    (["capture", "/dev/ttyNONE9"], 3, "/dev/ttyNONE9: No such file"),
    (["run", "--serial", "/dev/ttyNONE9"], 3, "/dev/ttyNONE9: No such file"),
    (["run", "--sim=/none/vpentium"], 3, "/none/vpentium"),
])
@pytest.mark.usefixtures("stored")
def test_status(arguments, status, message, bareprobe):
    done = bareprobe(*arguments)
    assert done.returncode == status, done.stdout + done.stderr
    assert message in done.stderr
    if status >= 2:
        assert done.stdout == "" and done.stderr.startswith(f"bareprobe {arguments[0]}: ")
    else:
        assert done.stdout != ""


@pytest.fixture(name="logs", scope="session")
def fixture_logs(vpentium):
    """Logs of two runs that differ only in their number of repetitions."""
    settings = "command=thesis/program?,choice/x87 report=records exit=qemu"
    return {f"{name}.log": vpentium(f"{settings} repetitions={repetitions}").stdout
            for name, repetitions in (("monday", 2), ("tuesday", 3))}


@pytest.mark.parametrize("verb", [full(verb) if verb == "run" else verb for verb in VERBS])
def test_example(verb, logs, bareprobe, tmp_path):
    """Each example of --help works unchanged."""
    has(bareprobe, verb)
    for name, log in logs.items():
        (tmp_path / name).write_text(log)
        assert bareprobe("import", name).returncode == 0
    if verb == "score":
        assert bareprobe("import", ROOT / "results/example-p54c.log").returncode == 0
    example = re.search(r"^Example: (.*)", bareprobe(verb, "--help").stdout, re.M)[1]
    if verb == "capture":
        example += " /dev/ttyNONE9"  # it does not exist, so that the command ends
    environment = {name: value for name, value in os.environ.items() if name != "BAREPROBE_DB"}
    environment["PATH"] = f"{BUILD.resolve()}:{environment['PATH']}"
    done = subprocess.run(["bash", "-c", example], cwd=tmp_path, env=environment, text=True,
                          capture_output=True, timeout=120, check=False)
    assert done.returncode == (3 if verb == "capture" else 0), done.stdout + done.stderr


@pytest.mark.parametrize("arguments", (["show", "-"], ["import", "-"], ["compare", "-", "last"]))
@pytest.mark.usefixtures("stored")
def test_dash_is_standard_input(arguments, bareprobe):
    done = bareprobe(*arguments, input=run_log(result_record(mean=7, bench="thesis/program1")))
    assert done.returncode == 0, done.stderr


def on_terminal(arguments, cwd, **environment):
    """Returns the output of the command on a terminal."""
    variables = {name: value for name, value in os.environ.items()
                 if name not in ("BAREPROBE_DB", "NO_COLOR")}
    master, slave = pty.openpty()
    with subprocess.Popen([BUILD / "bareprobe", *arguments], cwd=cwd, stdout=slave,
                          stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env={**variables, "TERM": "xterm", **environment}):
        os.close(slave)
        said = b""
        try:
            while data := os.read(master, 65536):
                said += data
        except OSError:
            pass
    os.close(master)
    return said


@pytest.mark.parametrize("arguments", (["show", "last"], ["list", "events"],
                                       ["compare", "last~1", "last"]))
@pytest.mark.usefixtures("stored")
def test_colour_is_for_terminals_and_not_with_no_color(arguments, bareprobe, tmp_path):
    assert b"\x1b[" in on_terminal(arguments, tmp_path)
    assert b"\x1b" not in on_terminal(arguments, tmp_path, NO_COLOR="1")
    assert b"\x1b" not in on_terminal(arguments, tmp_path, TERM="dumb")
    assert "\x1b" not in bareprobe(*arguments).stdout


@pytest.mark.parametrize("arguments", (["show", "last"], ["list", "events"], ["--version"],
                                       ["show", "--help"]))
@pytest.mark.usefixtures("stored")
def test_full_disk_is_told(arguments, tmp_path):
    with open("/dev/full", "w") as full:
        done = subprocess.run([BUILD / "bareprobe", *arguments], cwd=tmp_path, stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 3 and "standard output cannot be written" in done.stderr
