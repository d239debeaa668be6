# SPDX-License-Identifier: MIT
"""SIGTERM and SIGHUP end `bareprobe monitor` at once, also if the machine hangs. Signals that nohup
or a shell has ignored stay ignored."""
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from bounds import HANG_BOUND
from line_damage import BUILD, LOG
from processes import children, is_running, wait_for
from terminal import Terminal
from test_line import Box, Capture
from tiers import fast_cases

TOOL = BUILD.resolve() / "bareprobe"
AT_ONCE = 5  # seconds; a request to a machine that hangs is repeated for longer


@contextlib.contextmanager
def hanging_monitor(folder, *words):
    """A session whose machine never answers again: interrupts are disabled."""
    with subprocess.Popen([TOOL, "monitor", *words, "-c", "count clocks deaf/spin watchdog=0"],
                          cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True) as process:
        try:
            machine = wait_for(lambda: children(process.pid))[0]
            yield process, machine
        finally:
            process.kill()


@pytest.mark.parametrize("number, wait", fast_cases(1, (
    (signal.SIGTERM, 1.0), (signal.SIGHUP, 1.0), (signal.SIGTERM, 0.0), (signal.SIGTERM, 5.0))))
def test_a_monitor_of_a_machine_that_hangs(number, wait, tmp_path):
    """The monitor waits for the boot, an answer, or its end. Before it listens for signals, they
    have their default effect."""
    with hanging_monitor(tmp_path, f"--kernel={BUILD.resolve()}/bareprobe-test.elf") as (process,
                                                                                         machine):
        time.sleep(wait)
        process.send_signal(number)
        began = time.monotonic()
        _, stderr = process.communicate(timeout=HANG_BOUND)
        assert time.monotonic() - began < AT_ONCE
    assert process.returncode in (3, -number) and "no longer answers" not in stderr, stderr
    wait_for(lambda: not is_running(machine))


def test_timeout_ends_a_monitor(tmp_path):
    """The command `timeout` sends SIGTERM and then waits without a limit; its status is 124."""
    done = subprocess.run(["timeout", "1", TOOL, "monitor", "-c", "count clocks deaf/spin",
                           f"--kernel={BUILD.resolve()}/bareprobe-test.elf", "watchdog=0"],
                          cwd=tmp_path, capture_output=True, timeout=HANG_BOUND, check=False)
    assert done.returncode == 124


@pytest.mark.parametrize("number", (signal.SIGTERM, signal.SIGHUP))
def test_a_typed_session_at_its_prompt(number, tmp_path):
    with Terminal([TOOL, "monitor"], tmp_path, XDG_STATE_HOME=str(tmp_path)) as terminal:
        terminal.until(lambda text: "bareprobe>" in text)
        machine = children(terminal.pid)[0]
        os.kill(terminal.pid, number)
        assert terminal.end() == 3 and terminal.is_as_it_was()
    assert not is_running(machine)


@pytest.mark.parametrize("commands", fast_cases(1, ("count clocks thesis/program1",
                                                    "count clocks thesis/program1; bye")))
def test_files_of_the_simulator_are_complete_after_a_session(commands, tmp_path):
    """The simulator writes them at its end."""
    done = subprocess.run([TOOL, "monitor", "--annotate", "out.txt", "-c", commands,
                           "repetitions=1"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=HANG_BOUND, check=False)
    assert done.returncode == 0, done.stderr
    assert " clocks" in (tmp_path / "out.txt").read_text()


# ---- ignored signals ----------------------------------------------------------------------------

def finished_under_nohup(words, folder, number):
    """The status of a run that gets the signal while its machine runs."""
    with subprocess.Popen(["nohup", TOOL, *words], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          preexec_fn=lambda: signal.signal(number, signal.SIG_IGN)) as process:
        try:
            wait_for(lambda: children(process.pid) or process.poll() is not None)
            process.send_signal(number)
            stdout, _ = process.communicate(timeout=HANG_BOUND)
        finally:
            process.kill()
    return process.returncode, stdout


@pytest.mark.parametrize("number", (signal.SIGHUP, signal.SIGINT), ids=("HUP", "INT"))
@pytest.mark.parametrize("more", ((), ("--sweep", "state=warm,cold")), ids=("run", "sweep"))
def test_a_run_in_the_background_is_completed(more, number, tmp_path):
    """nohup ignores SIGHUP, a shell without job control SIGINT."""
    words = ["run", "-b", "thesis/program2", "-e", "clocks", "-r", "50", *more]
    status, stdout = finished_under_nohup(words, tmp_path, number)
    assert status == 0, stdout
    listed = subprocess.run([TOOL, "list", "runs"], cwd=tmp_path, capture_output=True, text=True,
                            check=True, timeout=HANG_BOUND).stdout
    assert "incomplete" not in listed and len(listed.splitlines()) == 1 + max(1, len(more))


def test_a_sweep_with_ignored_ctrl_c_ends_by_sigterm(tmp_path):
    """Its points ignore SIGINT too, as does `bareprobe run --sweep ... &` in a script."""
    with subprocess.Popen([TOOL, "run", "-b", "thesis/lzw", "-e", "clocks", "-j1", "--sweep",
                           "repetitions=399,400"], cwd=tmp_path, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)
                          ) as process:
        try:
            point = wait_for(lambda: children(process.pid))[0]
            wait_for(lambda: children(point))
            process.send_signal(signal.SIGTERM)
            began = time.monotonic()
            assert process.wait(HANG_BOUND) == 3
            assert time.monotonic() - began < AT_ONCE
        finally:
            process.kill()


def test_a_capture_in_the_background_receives_its_run(tmp_path):
    box = Box(tmp_path / "ttyBOX")
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        capture = Capture([box.link], "--no-store", cwd=tmp_path)
    finally:
        signal.signal(signal.SIGHUP, ignored)
    capture.said("waiting for a machine")
    capture.process.send_signal(signal.SIGHUP)
    box.send(LOG)
    status, stdout, _ = capture.end()
    assert status == 0 and "run 1: ok" in stdout
