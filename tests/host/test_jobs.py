# SPDX-License-Identifier: MIT
"""`bareprobe run --jobs`: several processes yield one log and one run, with the bytes of one
process."""
import os
import pathlib
import re
import signal
import subprocess

import pytest

from bounds import HANG_BOUND
from tiers import fast_cases
from processes import children, is_running, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
TOOL = BUILD / "bareprobe"
SECONDS = re.compile(r" seconds=([0-9.]+)")


def without_seconds(log):
    """Removes the host's clock and the check that covers it, and the label."""
    return [re.sub(r" crc=\w{4}$", "", SECONDS.sub("", line)) if SECONDS.search(line) else line
            for line in log.splitlines() if not line.startswith("# label: ")]


def without_page(log):
    """CR2 is left by the last page fault of any benchmark; a push of DS, as in the double fault's
    benchmark, leaves the upper half of the dword unchanged."""
    return [re.sub(r" (cr2=\w+|crc=\w{4}$)", "",
                   re.sub(r"(bench=fault/double .*)( stack=\w+)", r"\1", line))
            if " ev=fault " in line and " vector=14 " not in line else line
            for line in without_seconds(log)]


def measure(bareprobe, folder, jobs, *words):
    done = bareprobe("run", "--jobs", jobs, "-o", f"{jobs}.log", "--label", f"of {jobs}", *words)
    return done, (folder / f"{jobs}.log").read_bytes().decode()


@pytest.mark.parametrize("words", fast_cases(0, [
    ["-b", "apps/copy:size=2K*,thesis/program*", "-e", "data_read,branches", "-r", "2", "--state",
     "both", "--ablate", "branch", "verbose_level=2", "output_all_results=yes"],
    ["--suite", "quick", "-r", "3"],
    ["-b", "branch/*", "-e", "clocks", "-r", "2", "output_file=a.p5"],
    ["-b", "thesis/hello", "-e", "clocks", "-r", "2", "dump_parms=yes"],  # one for three processes
    ["-b", "memory/copy:size=1M*,memory/read:size=1M*", "-e", "clocks", "-r", "4"],
    # Each process calibrates end probes.
    ["--cpu", "p2", "-b", "apps/checksum,thesis/program*", "-e", "clocks,sb_drains", "-r", "2"],
    ["--suite", "score"],  # each process measures all rows
    ["--suite", "first"],
]))
def test_bytes_of_one_process(words, bareprobe, tmp_path):
    """Number, check and order of each record are equal, and so are the counts in the last one,
    which are sums."""
    one, log = measure(bareprobe, tmp_path, 1, *words)
    assert one.returncode == 0 and log.count(" ev=done ") == 1 and " ev=dealt " not in log
    last = float(SECONDS.findall(log)[-1])
    for jobs in 2, 3:
        done, shared = measure(bareprobe, tmp_path, jobs, *words)
        assert without_seconds(shared) == without_seconds(log)
        assert done.returncode == 0 and done.stderr.count("\n") == one.stderr.count("\n")
        for ours, theirs in zip(SECONDS.findall(shared), SECONDS.findall(log), strict=True):
            assert abs(float(ours) - float(theirs)) <= 0.01 + last / 1000
        times = [float(value) for value in SECONDS.findall(shared)]
        assert times == sorted(times)
    assert bareprobe("list", "runs").stdout.count("of 3") == 1
    (tmp_path / "3.log").write_text("".join(line for line in shared.splitlines(True)
                                            if line.startswith("BP ")))
    checked = subprocess.run(["python3", ROOT / "tests/wire/check_wire.py", tmp_path / "3.log"],
                             check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr + checked.stdout


def test_two_experiments(bareprobe, tmp_path):
    """Each experiment is calibrated. Cases are numbered over both, and the first has fewer cases
    than there are processes."""
    for name, bench in ("one.parms", "thesis/program1"), ("two.parms", "apps/copy"):
        (tmp_path / name).write_text(f"(p5mon\n command = {bench};\n repetitions = 2;\n"
                                     " data_read = yes;\n branches = yes;\n end)\n")
    words = ["--parms", "one.parms", "--parms", "two.parms"]
    one, log = measure(bareprobe, tmp_path, 1, *words)
    done, shared = measure(bareprobe, tmp_path, 3, *words)
    assert log.count(" ev=plan ") == 2 and without_seconds(shared) == without_seconds(log)
    assert done.returncode == one.returncode == 0


@pytest.mark.full
def test_what_fails_fails_alike(bareprobe, tmp_path):
    """Faults of benchmarks, misused regions and missing features of the processor are counted
    once."""
    words = ["--kernel", BUILD / "bareprobe-test.elf", "-b", "fault/*,region/*", "-e", "data_read",
             "-r", "2", "watchdog=1"]
    one, log = measure(bareprobe, tmp_path, 1, *words)
    done, shared = measure(bareprobe, tmp_path, 3, *words)
    assert " ev=fault " in log and without_page(shared) == without_page(log)
    assert done.returncode == one.returncode == 1


def test_report_is_the_same(bareprobe):
    words = ["run", "--no-log", "--no-store", "-b", "apps/copy:size=2K*", "-e", "clocks", "-r", "2"]
    one, two = bareprobe(*words), bareprobe(*words, "-j2")
    assert "results, 0 errors: ok" in two.stdout
    timed = re.compile(r"(elapsed time:).*")
    assert timed.sub(r"\1", two.stdout) == timed.sub(r"\1", one.stdout)
    assert bareprobe(*words, "-j", "auto").returncode == bareprobe(*words, "-j0").returncode == 0


@pytest.mark.parametrize("words, message", [
    (["--jobs", "x"], "--jobs: 'x' is not a number of processes; allowed: 1 to 256, or 0 "
     "or auto"),
    (["--jobs", "-1"], "'-1' is not a number of processes"),
    (["--jobs", "257"], "'257' is not a number of processes"),
    (["--jobs", "2", "--serial", "/dev/ttyS0"],
     "--jobs cannot be combined with --serial: it measures on one machine"),
    (["--jobs", "2", "--qemu"],
     "--jobs cannot be combined with --qemu: its time depends on the load of this computer"),
    (["--jobs", "2", "--annotate", "a"],
     "--jobs cannot be combined with --annotate: its file describes one process"),
    (["--jobs", "2", "--account", "a"],
     "--jobs cannot be combined with --account: its file describes one process"),
    (["--jobs", "2", "--silicon", "rough"], "--jobs cannot be combined with --silicon: "),
    (["--jobs", "2", "runs=2"], "--jobs cannot be combined with runs="),
])
def test_wrong_use(words, message, bareprobe, tmp_path):
    done = bareprobe("run", "-b", "thesis/hello", "-r", "1", *words)
    assert (done.returncode, done.stdout) == (2, "") and message in done.stderr
    assert not list(tmp_path.iterdir())


def test_simulator_of_ones_own_is_wrong_alike(bareprobe):
    done = bareprobe("run", "--sim=/none/vpentium", "--jobs", "2", "--no-log")
    assert done.returncode == 3 and "'/none/vpentium' cannot be read" in done.stderr


def start(log, *words):
    return subprocess.Popen([TOOL, "run", "--jobs", "2", "-o", log, *words], cwd=log.parent,
                            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def test_one_process_dies(bareprobe, tmp_path):
    """The process is named. Its earlier results and those of the other remain in order."""
    log = tmp_path / "raw.log"
    with start(log, "-b", "apps/*", "-e", "clocks", "-r", "40") as process:
        first, _ = wait_for(lambda: len(children(process.pid)) == 2 and children(process.pid))
        wait_for(lambda: log.exists() and log.read_text().count(" ev=time ") > 3)
        os.kill(first, signal.SIGKILL)
        _, stderr = process.communicate(timeout=HANG_BOUND)
    text = log.read_text()
    assert process.returncode == 3
    assert re.search(r"virtual Pentium 1 of 2 ended early, in apps/\S+; the others continue",
                     stderr)
    assert "virtual Pentium 1 of 2 was terminated by signal 9" in stderr
    assert "marked as incomplete" in stderr
    benches = re.findall(r' ev=bench bench="?([^" ]+)', text)
    planned = int(re.search(r" ev=plan .* benches=(\d+)", text)[1])
    assert planned - 1 <= len(benches) <= planned and len(set(benches)) == len(benches)
    assert " ev=done " not in text
    assert text.count(" ev=time ") in (planned - 1, planned)  # it may die after its last record
    numbers = [int(number) for number in re.findall(r"^BP seq=(\d+)", text, re.M)]
    assert numbers == list(range(len(numbers)))
    assert " incomplete " in bareprobe("list", "runs").stdout


@pytest.mark.full
@pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM, signal.SIGKILL))
def test_no_simulator_is_left_behind(number, tmp_path):
    """hello prints ten thousand times in one process; the other has run program1 and ended. Its
    output waits until hello ends, or until we end."""
    log = tmp_path / "raw.log"
    with start(log, "-b", "thesis/hello,thesis/program1", "-e", "branches,data_read,clocks",
               "-r", "10000") as process:
        try:
            simulators = wait_for(lambda: len(children(process.pid)) == 2 and children(process.pid))
            wait_for(lambda: len(children(process.pid)) == 1)
            process.send_signal(number)
            _, stderr = process.communicate(timeout=HANG_BOUND)
        finally:
            process.kill()
    wait_for(lambda: not any(map(is_running, simulators)))
    text = log.read_text()
    assert "ev=bench bench=thesis/hello" in text and "ev=done" not in text
    if number != signal.SIGKILL:
        assert process.returncode == 3
        assert f"the received data is kept in {log}, marked as incomplete" in stderr
        _, behind = text.split("ev=bench bench=thesis/program1")
        assert behind.count(" ev=result ") == 3 and behind.count(" ev=time ") == 1
        assert "ended early" not in stderr and "terminated by signal" not in stderr
