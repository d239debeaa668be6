# SPDX-License-Identifier: MIT
"""`bareprobe run --sweep`: one run per value, executed by the command itself or by other tools."""
import os
import pathlib
import re
import shlex
import signal
import subprocess

import pytest

from bounds import HANG_BOUND
from tiers import fast_cases
from processes import children, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
TOOL = BUILD / "bareprobe"
NAMES = {"repetitions": "--repetitions", "state": "--state"}  # settings that are also options
WORDS = ["run", "-b", "thesis/program2", "-e", "clocks", "-r", "2"]


def printed(bareprobe, *sweeps):
    """Returns the words of each printed command."""
    done = bareprobe(*WORDS, "--print", *(word for sweep in sweeps for word in ("--sweep", sweep)))
    assert done.returncode == 0, done.stderr
    return [shlex.split(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("sweep, values", [
    ("repetitions=1..4", "1 2 3 4"),
    ("repetitions=1..8+3", "1 4 7"),
    ("repetitions=2..20*2", "2 4 8 16"),
    ("repetitions=5,1..3,9", "5 1 2 3 9"),
    ("repetitions=4..4", "4"),
    ("max_repetitions=10..11*1.01", "10 11"),  # 10.1, rounded to 10, appears once; 11.0 is 10.999
    ("state=warm,cold,both", "warm cold both"),
])
def test_values_of_a_setting(sweep, values, bareprobe):
    assert [command[-3].split("=") for command in printed(bareprobe, sweep)] == [
        [NAMES.get(sweep.split("=")[0], sweep.split("=")[0]), value] for value in values.split()]


@pytest.mark.parametrize("sweep, words", [
    ("-mhz=60..200*1.5", ["--mhz=60", "--mhz=90", "--mhz=135"]),  # 202.5 is beyond
    ("--mhz=60..100*1.3", ["--mhz=60", "--mhz=78"]),              # 101.4 is beyond
    ("mhz=66,100", ["--mhz=66", "--mhz=100"]),
    ("--set=cache.misaligned=1..3", [f"--set=cache.misaligned={n}" for n in (1, 2, 3)]),
    ("set=cache.misaligned=2,4", [f"--set=cache.misaligned={n}" for n in (2, 4)]),
    ("-cpu=p54c,p55c", ["--cpu=p54c", "--cpu=p55c"]),
    ("-r=1,3", ["--repetitions=1", "--repetitions=3"]),
    ("--suite=quick,thesis", ["--suite=quick", "--suite=thesis"]),
])
def test_values_of_an_option(sweep, words, bareprobe):
    commands = printed(bareprobe, sweep)
    assert len(commands) == len(words)
    assert all(word in command for word, command in zip(words, commands))


def test_ranges_of_sizes_and_fractions(bareprobe):
    """No setting accepts them, so the error message contains the first value."""
    for sweep, value in (("size=1K..64K*2", "1K"), ("size=1.5..3+0.75", "1.50")):
        done = bareprobe(*WORDS, "--print", "--sweep", sweep)
        assert done.returncode == 2 and f"'size' is not a setting (value '{value}')" in done.stderr
        assert f"--sweep: nothing was started: 'size={value}' cannot be run" in done.stderr


def test_product(bareprobe):
    """The last one changes fastest; each command has its own log, whose numbers have the same
    width."""
    commands = printed(bareprobe, "--mhz=60,90", "repetitions=1..6")
    points = [(command[-4], command[-3]) for command in commands]
    assert points == [(f"--mhz={mhz}", f"--repetitions={count}")
                      for mhz in (60, 90) for count in range(1, 7)]
    assert [command[2] for command in commands] == [f"--output=sweep-{n:02}.log"
                                                     for n in range(1, 13)]


@pytest.mark.parametrize("words, message", [
    (["--sweep", "repetitions=60.."],
     "--sweep repetitions: '60..': the end of the range is missing; allowed: "),
    (["--sweep", "repetitions=..5"], "'..5': a range must begin with a number"),
    (["--sweep", "repetitions=5..1"], "'5..1': the first number of a range must not be greater"),
    (["--sweep", "repetitions=*1"], "'*1' is a step without a range"),
    (["--sweep", "repetitions=1..9*1"], "'1..9*1': the factor must be greater than 1"),
    (["--sweep", "repetitions=0..9*2"],
     "'0..9*2': the factor must be greater than 1, and the first"),
    (["--sweep", "repetitions=1..9+0"], "'1..9+0': the step must be greater than 0"),
    (["--sweep", "repetitions=1..9-1"], "'1..9-1': only +STEP or *FACTOR may follow the end"),
    (["--sweep", "repetitions=1..x"], "'1..x': a range must end with a number"),
    (["--sweep", "repetitions=1..9*x"], "'1..9*x': the step must be a number"),
    (["--sweep", "repetitions=1,,2"], "--sweep repetitions: a value is missing"),
    (["--sweep", "repetitions="], "--sweep repetitions: a value is missing"),
    (["--sweep", "repetitions"], "'repetitions' is not NAME=VALUES, such as"),
    (["--sweep", "=5"], "'=5' is not NAME=VALUES"),
    (["--sweep", "repetitions=1..2000"], "--sweep repetitions: more than 1000 values"),
    (["--sweep", "repetitions=1..200", "--sweep", "mhz=60..200"], "more than 10000 points"),
    (["--sweep", "mhz=60", "--sweep", "--mhz=90"], "--sweep --mhz: given twice"),
    (["--sweep", "--mzh=60"], "'--mzh' is not an option of run with a value"),
    (["--sweep", "--report=text"], "'--report' is not allowed in a sweep"),
    (["--sweep", "--set=cache.misaligned"], "a parameter needs values, as in --set="),
    (["--sweep", "mhz=60..300*4"], "--mhz '240': "),
    (["--sweep", "--set=cache.misalinged=1,2"], "--set 'cache.misalinged=1': no such parameter"),
    (["--sweep", "repetitions=1", "--serial", "/dev/null"],
     "--sweep cannot be combined with --serial: "),
    (["--sweep", "repetitions=1", "--report", "text"],
     "--sweep cannot be combined with --report: "),
    (["--sweep", "repetitions=1", "--no-log"], "--sweep cannot be combined with --no-log: "),
    (["--print"], "--print requires --sweep"),
    (["--sweep", "repetitions=1", "--jobs", "x"], "--jobs: 'x' is not a number"),
])
def test_wrong_use(words, message, bareprobe, tmp_path):
    """No run starts, even if only the last point is wrong."""
    done = bareprobe("run", "-b", "thesis/hello", *words)
    assert (done.returncode, done.stdout) == (2, "") and message in done.stderr, done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.fixture(name="swept")
def fixture_swept(bareprobe):
    done = bareprobe(*WORDS, "--label", "mine", "-j2", "--sweep", "--set=cache.misaligned=3,5",
                     "--sweep", "--mhz=60..120*2")
    assert done.returncode == 0, done.stderr
    return done


def test_runs_are_kept_in_order(swept, bareprobe, tmp_path):
    """The column of means equals the store's values of each run. thesis/program2 makes three
    misaligned read-modify-writes (Figure 5.11), so 6 accesses: 2 clocks more for each are 12, at
    any MHz."""
    lines = [line.split() for line in swept.stdout.splitlines()]
    assert lines[0][:5] == ["run", "cache.misaligned", "--mhz", "results", "state"]
    assert [line[:5] for line in lines[1:]] == [
        ["1", "3", "60", "1", "ok"], ["2", "3", "120", "1", "ok"],
        ["3", "5", "60", "1", "ok"], ["4", "5", "120", "1", "ok"]]
    listed = bareprobe("list", "runs").stdout.splitlines()[1:]
    assert [re.search(r"--mhz \d+ --set \S+", line)[0] for line in listed] == [
        f"--mhz {mhz} --set cache.misaligned={clocks}" for clocks in (3, 5) for mhz in (60, 120)]
    assert all("mine" in line for line in listed)
    assert len(list((tmp_path / "bareprobe-logs").iterdir())) == 4
    for number, line in enumerate(lines[1:], 1):
        shown = bareprobe("export", number, "-f", "csv").stdout.splitlines()[1].split(",")
        assert float(shown[5]) == float(line[5])
    clocks = [float(line[5]) for line in lines[1:]]
    assert clocks == [clocks[0], clocks[0], clocks[0] + 12, clocks[0] + 12]


def numbers(bareprobe, *runs):
    """Returns all contents of the runs except their origin and duration."""
    told = []
    for run in runs:
        text = bareprobe("export", run, "-f", "ndjson").stdout
        told.append(re.sub(r'"(source|id|when|time|seconds)": *("[^"]*"|[\d.]+),?', "", text))
    return told


def test_printed_commands_make_the_same_runs(swept, bareprobe, tmp_path):
    """The commands are run by sh, as GNU parallel or an array job of Slurm would run them; then
    imported."""
    assert swept.returncode == 0
    done = bareprobe(*WORDS, "--print", "--sweep", "--set=cache.misaligned=3,5", "--sweep",
                     "--mhz=60..120*2", "-o", "it's.log")
    commands = done.stdout.splitlines()
    assert len(commands) == 4
    for command in reversed(commands):
        subprocess.run(["sh", "-c", command], cwd=tmp_path, check=True, timeout=HANG_BOUND)
    logs = [f"it's-{n}.log" for n in range(1, 5)]
    assert bareprobe("import", *logs, "--db", "other.db").stdout == "".join(
        f"{log}: run {n} of other.db\n" for n, log in enumerate(logs, 1))
    ours, theirs = (re.findall(r"--mhz \d+ --set \S+", bareprobe("list", "runs", *db).stdout)
                    for db in ((), ("--db", "other.db")))
    assert len(ours) == 4 and ours == theirs
    assert numbers(bareprobe, 1, 2, 3, 4) == numbers(bareprobe, *logs)
    again = bareprobe("import", *logs, "--db", "other.db").stdout
    assert again.count("already imported") == 4


def test_points_whose_records_are_the_same_are_runs_of_their_own(bareprobe):
    """A seed has an effect only on random behaviour. Imported runs remain separate, too."""
    done = bareprobe(*WORDS, "--sweep", "--set=cache.misaligned=1,1,2", "--sweep",
                     "--seed=1,2", "-o", "s.log")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1 + 4
    imported = bareprobe("import", "--db", "o.db", *(f"s-{n}.log" for n in range(1, 5)))
    assert imported.stdout == "".join(f"s-{n}.log: run {n} of o.db\n" for n in range(1, 5))


def test_a_suite_is_kept_with_its_name(bareprobe):
    done = bareprobe("run", "--suite", "quick", "-b", "thesis/program1", "-r", "1", "-e", "clocks",
                     "--sweep", "state=warm,cold", "-o", "s.log")
    assert done.returncode == 0, done.stderr
    listed = bareprobe("list", "runs").stdout
    assert listed.count("suite quick") == 2
    assert bareprobe("import", "s-1.log", "s-2.log", "--db", "o.db").returncode == 0
    assert bareprobe("list", "runs", "--db", "o.db").stdout.count("suite quick") == 2


def test_a_point_that_fails_is_told(bareprobe):
    """No case has this size: the kernel refuses it, and the other point is measured."""
    done = bareprobe("run", "-e", "clocks", "-r", "1", "--sweep",
                     "command=apps/copy:size=5*,thesis/program1")
    assert done.returncode == 1 and "command=apps/copy:size=5*: status 1" in done.stderr
    assert re.search(r"apps/copy:size=5\* +0 +failed", done.stdout)
    assert re.search(r"1 +thesis/program1 +1 +ok +\d+", done.stdout)


@pytest.mark.parametrize("jobs", fast_cases(1, (1, 2)))
def test_interrupted(bareprobe, tmp_path, jobs):
    """The current run is ended and stored, the rest is not started, and no file or process
    remains."""
    with subprocess.Popen([TOOL, "run", "-b", "thesis/lzw", "-e", "clocks", "-o", "s.log",
                           f"-j{jobs}", "--sweep", f"repetitions={400 - jobs}..400"],
                          cwd=tmp_path, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            wait_for(lambda: all((tmp_path / f"s-{n}.log").exists() and
                                 "ev=bench" in (tmp_path / f"s-{n}.log").read_text()
                                 for n in range(1, jobs + 1)))
            runs = children(process.pid)
            simulators = [child for run in runs for child in children(run)]
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=HANG_BOUND)
        finally:
            process.kill()
    assert process.returncode == 3 and len(runs) == len(simulators) == jobs
    assert f"1 of {jobs + 1} points were not started" in stderr
    assert [line.split()[-1] for line in stdout.splitlines()[1:]] == ["incomplete"] * jobs
    wait_for(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in simulators))
    assert bareprobe("list", "runs").stdout.count(" incomplete ") == jobs
