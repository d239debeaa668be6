# SPDX-License-Identifier: MIT
"""The recipes of docs/cli/run.md for sweeps over many processes, run by GNU parallel and Slurm of
Debian. Their logs equal those of a sequential run byte for byte."""
import os
import pathlib
import re
import signal
import subprocess

import pytest

from bounds import HANG_BOUND
from processes import wait_for
from slurm import NODES, VERSION, Slurm

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
TOOL = BUILD / "bareprobe"
POINTS = 24


def recipe(pattern):
    """The lines of the page from the first to the last that the pattern matches."""
    page = (ROOT / "docs/cli/run.md").read_text()
    blocks = ["\n".join(line[4:] for line in block.splitlines())
              for block in re.findall(r"(?:^    .*\n)+", page, re.M)]
    return next(block for block in blocks if re.search(pattern, block))


def print_points(folder, *words, program=TOOL):
    with (folder / "points").open("w") as points:
        subprocess.run([program, "run", *words, "--print"], cwd=folder, stdout=points, check=True,
                       timeout=HANG_BOUND)
    return (folder / "points").read_text().splitlines()


def logs(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("sweep-*.log"))}


def sequential(folder):
    """The logs of the points, executed one after the other by sh; the files are removed."""
    subprocess.run(["sh", "-e", "points"], cwd=folder, check=True, timeout=5 * HANG_BOUND)
    received = logs(folder)
    for name in received:
        (folder / name).unlink()
    return received


def imported(folder):
    """Imports twice and returns the second output: every run is known."""
    for _ in range(2):
        done = subprocess.run(f"'{TOOL}' import --db runs.db sweep-*.log", cwd=folder, shell=True,
                              capture_output=True, text=True, check=True, timeout=HANG_BOUND)
    return done.stdout.splitlines()


def parallel_version():
    return subprocess.run(["parallel", "--version"], capture_output=True, text=True,
                          check=True).stdout.splitlines()[0]

SMALL = ("-b", "thesis/program2", "-e", "clocks", "--label", "it's a night", "--sweep",
         "repetitions=1..4")


def test_parallel_on_this_machine(tmp_path):
    """The path of the program has a blank. The first time, the second point fails and then parallel
    is interrupted; the same command completes the sweep."""
    program = tmp_path / "in my" / "bareprobe"
    program.parent.mkdir()
    program.symlink_to(TOOL)
    points = print_points(tmp_path, *SMALL, program=program)
    expected = sequential(tmp_path)
    line = re.search(r"parallel -j8 .*", recipe("parallel -j8"))[0]
    (tmp_path / "sweep-2.log").mkdir()  # a log that cannot be written
    (tmp_path / "points").write_text("\n".join([*points[:2], "sleep 1000", ""]))
    with subprocess.Popen(f"exec {line}", shell=True, cwd=tmp_path, stderr=subprocess.DEVNULL,
                          start_new_session=True) as first:
        wait_for(lambda: (tmp_path / "joblog").exists() and
                 len((tmp_path / "joblog").read_text().splitlines()) == 3)
        os.killpg(first.pid, signal.SIGINT)
    (tmp_path / "sweep-2.log").rmdir()
    written = (tmp_path / "sweep-1.log").stat().st_mtime_ns
    (tmp_path / "points").write_text("".join(f"{point}\n" for point in points))
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True,
                          check=False, timeout=HANG_BOUND)
    assert done.returncode == 0, (parallel_version(), done.stderr)
    assert (tmp_path / "sweep-1.log").stat().st_mtime_ns == written, parallel_version()
    assert logs(tmp_path) == expected, parallel_version()
    runs = imported(tmp_path)
    assert len(runs) == 4 and all("already imported" in run for run in runs)
    listed = subprocess.run([TOOL, "list", "runs", "--db", "runs.db"], cwd=tmp_path, text=True,
                            capture_output=True, check=True, timeout=HANG_BOUND).stdout
    assert listed.count("it's a night") == 4


@pytest.mark.full
def test_parallel_over_ssh(tmp_path):
    """The remote shell starts in $HOME, as that of ssh does."""
    home, ssh = tmp_path / "home", tmp_path / "ssh"
    home.mkdir()
    ssh.write_text(f"""#!/bin/sh
# ssh HOST -- WORD...
shift 2
cd {home} && exec env -i HOME={home} SHELL=/bin/sh PATH="$PATH" sh -c "$*"
""")
    ssh.chmod(0o755)
    tool = pathlib.Path(os.path.relpath(TOOL, tmp_path))
    print_points(tmp_path, *SMALL, program=tool)
    expected = sequential(tmp_path)
    line = re.search(r"parallel --sshlogin .*", recipe("parallel --sshlogin"))[0]
    done = subprocess.run(f"PARALLEL_SSH={ssh} {line}", shell=True, cwd=tmp_path, text=True,
                          capture_output=True, check=False, timeout=HANG_BOUND)
    assert done.returncode == 0, (parallel_version(), done.stderr)
    assert logs(tmp_path) == expected


@pytest.mark.full
def test_parallel_distinguishes_long_commands(tmp_path):
    """With --results, parallel 20221122 takes commands as the same whose first 255 bytes are."""
    print_points(tmp_path, "-b", ",".join(["thesis/program2"] * 15), "-e", "clocks", "--sweep",
                 "repetitions=1..2")
    for _ in range(2):
        done = subprocess.run("parallel -j2 --results out --resume < points", shell=True,
                              cwd=tmp_path, capture_output=True, text=True, check=False,
                              timeout=HANG_BOUND)
        assert done.returncode == 0, (parallel_version(), done.stderr)
    assert len(logs(tmp_path)) == 2, parallel_version()


# ---- Slurm --------------------------------------------------------------------------------------

@pytest.fixture(name="slurm", scope="module")
def fixture_slurm(tmp_path_factory):
    with Slurm(tmp_path_factory.mktemp("slurm")) as slurm:
        yield slurm


def submit(slurm, folder):
    return slurm.run(recipe("sbatch"), shell=True, cwd=folder)


def wait_until_empty(slurm):
    """A requeued task would wait for two minutes before it begins again."""
    begun = set()

    def is_empty():
        queue = slurm.queue()
        for task in {line.split()[0] for line in queue if "BeginTime" in line} - begun:
            begun.add(task)
            slurm.run("scontrol", "update", f"jobid={task}", "starttime=now")
        return not queue
    wait_for(is_empty)


@pytest.mark.full
def test_an_array_of_slurm_with_a_node_that_fails(slurm, tmp_path):
    print_points(tmp_path, "-b", "thesis/lzw", "-e", "clocks", "--sweep",
                 f"repetitions=1..{POINTS}")
    expected = sequential(tmp_path)
    assert "Submitted batch job" in submit(slurm, tmp_path)
    wait_for(lambda: any("RUNNING node2" in line for line in slurm.queue()) and
             len(logs(tmp_path)) >= 4)
    slurm.kill_node("node2")
    wait_for(lambda: slurm.states()["node2"].startswith("down"))
    slurm.start_node("node2")
    wait_for(lambda: not slurm.states()["node2"].startswith("down"))
    wait_until_empty(slurm)
    outputs = [path.read_text() for path in tmp_path.glob("slurm-*.out")]
    received = logs(tmp_path)
    assert len(received) == POINTS, (VERSION, outputs)
    assert received == expected, VERSION
    runs = imported(tmp_path)
    assert len(runs) == POINTS and all("already imported" in run for run in runs)


@pytest.mark.full
def test_scancel_leaves_time_to_complete_the_log(slurm, tmp_path):
    """One point needs a second for its end. If Slurm's own shell ended first, Slurm would kill it
    after about 20 ms."""
    print_points(tmp_path, "-b", "thesis/lzw", "-e", "clocks", "--sweep", "repetitions=2000,2001")
    (tmp_path / "slow").write_text("trap 'sleep 1; echo incomplete; exit' TERM\n"
                                   "while :; do sleep 0.1; done\n")
    with (tmp_path / "points").open("a") as points:
        points.write("sh ./slow\n")
    job = re.search(r"job (\d+)", submit(slurm, tmp_path))[1]
    wait_for(lambda: len(logs(tmp_path)) == 2 and
             all(b"ev=bench" in log for log in logs(tmp_path).values()))
    wait_for(lambda: "PENDING" not in "".join(slurm.queue()))
    slurm.run("scancel", job)
    wait_until_empty(slurm)
    wait_for(lambda: not any(True for node in NODES for _ in slurm.processes_of(node)))
    outputs = [path.read_text() for path in sorted(tmp_path.glob("slurm-*.out"))]
    assert len(outputs) == 3
    assert all("incomplete" in output for output in outputs), (VERSION, outputs)


@pytest.mark.full
def test_more_points_than_an_array_has(slurm, tmp_path):
    """MaxArraySize is 1001 by default. The points do nothing; they are only counted."""
    (tmp_path / "points").write_text("".join(f"true {n}\n" for n in range(1002)))
    try:
        for node in NODES:  # so that no task begins
            slurm.run("scontrol", "update", f"nodename={node}", "state=drain", "reason=test")
        assert submit(slurm, tmp_path).count("Submitted batch job") == 2, VERSION
        assert len(slurm.queue()) == 1002, VERSION
    finally:
        slurm.run("scancel", "--user", slurm.run("id", "-un").strip())
        wait_for(lambda: not slurm.queue())
        for node in NODES:
            slurm.run("scontrol", "update", f"nodename={node}", "state=resume")
