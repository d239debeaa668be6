# SPDX-License-Identifier: MIT
"""Waits for processes that a test has started, and for their children."""
import pathlib
import time

from bounds import HANG_BOUND



def wait_for(condition):
    """Returns the first value of condition() that is not false."""
    deadline = time.monotonic() + HANG_BOUND
    while not (value := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return value


def children(pid):
    try:
        return [int(child) for child in
                pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def is_running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()[0] != "Z"
    except OSError:
        return False
