# SPDX-License-Identifier: MIT
"""Runs a command within a time limit, and kills all that it started."""
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time
import uuid

MARK = "MUTATION_RUN"
STOP = threading.Event()  # set by Ctrl-C: commands are killed, and none is started


class Stopped(Exception):
    """STOP was set while a command ran."""


def clean_environment(extra):
    """The environment without make's and pytest's own variables."""
    left_out = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BUILD", "PYTEST_CURRENT_TEST",
                "PYTEST_XDIST_WORKER", "COVERAGE_DIR", "HANG_BOUND", "TEST_TIMES")
    return {**{name: value for name, value in os.environ.items() if name not in left_out}, **extra}


def run_bounded(command, cwd, limit, extra=None):
    """(exit status, output); the status is `None` at the time limit. No process survives, not
    even one in another session: each carries a mark in its environment."""
    mark = uuid.uuid4().hex
    environment = clean_environment({**(extra or {}), MARK: mark})
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = wait_bounded(process, limit)
        finally:
            kill_group(process)
            kill_marked(mark)
        output.seek(0)
        return status, output.read().decode(errors="replace")


def wait_bounded(process, limit):
    """The exit status, None at the limit. Raises Stopped."""
    end = time.monotonic() + limit if limit else float("inf")
    while True:
        if STOP.is_set():
            raise Stopped
        try:
            return process.wait(max(0.001, min(0.2, end - time.monotonic())))
        except subprocess.TimeoutExpired:
            if time.monotonic() >= end:
                return None


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def kill_marked(mark):
    """Kills the processes that have the mark in their environment, until none is left."""
    wanted = f"{MARK}={mark}".encode()
    found = True
    while found:
        found = False
        time.sleep(0.01)
        for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                if wanted in path.read_bytes().split(b"\0"):
                    os.kill(int(path.parent.name), signal.SIGKILL)
                    found = True
            except (OSError, ValueError):
                continue
