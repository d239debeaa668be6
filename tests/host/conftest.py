# SPDX-License-Identifier: MIT
"""Fixtures that run the command `bareprobe`, each test in a separate directory."""
import os
import pathlib
import subprocess

import pytest

from bounds import HANG_BOUND
from logs import run_log

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


@pytest.fixture(name="bareprobe")
def fixture_bareprobe(tmp_path):
    """bareprobe(*arguments): runs the command in tmp_path; the result has .stdout, .stderr and
    .returncode. `env` adds environment variables."""
    environment = {name: value for name, value in os.environ.items() if name != "BAREPROBE_DB"}
    environment |= {"TZ": "UTC", "LC_ALL": "C.UTF-8"}

    def run(*arguments, env=None, **more):
        return subprocess.run([BUILD / "bareprobe", *map(str, arguments)], cwd=tmp_path, text=True,
                              capture_output=True, timeout=HANG_BOUND, check=False,
                              env=environment | (env or {}), **more)
    return run


@pytest.fixture(name="write_run")
def fixture_write_run(tmp_path):
    """write_run(file, *results, when=None, **start): writes the log of one run with modification
    time `when`."""
    def write(file, *results, when=None, **start):
        path = tmp_path / file
        path.write_text(run_log(*results, **start))
        if when:
            os.utime(path, (when, when))
        return path
    return write
