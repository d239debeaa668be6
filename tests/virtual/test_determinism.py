# SPDX-License-Identifier: MIT
"""A run repeats bit for bit, independent of the host: the output and every file written."""
import os
import pathlib
import shutil
import subprocess

import pytest

from bounds import HANG_BOUND
from tiers import fast_cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
SETTINGS = ("command=region/nested state=both repetitions=2 output_all_results=yes exit=qemu "
            "events=count_clocks,data_read")
FILES = {"-annotate": "annotate", "-account": "account", "-trace": "trace", "-vcd": "vcd"}

CONDITIONS = {
    "large environment": ["env", f"FILL={'x' * 100_000}", "LC_ALL=C", "TZ=Asia/Kolkata"],
    "fixed addresses": ["setarch", "-R"],
    "filled heap": ["env", "MALLOC_PERTURB_=165"],
    "again": [],
    "least environment": ["env", "-i"],
    "low priority": ["nice", "-n", "10"],
    "little stack": ["sh", "-c", 'ulimit -s 512 && exec "$@"', "sh"],
}


# Other builds: without optimisation, reads of unset variables show; another compiler or another
# sign of char shows dependence on what the C standard leaves undefined.
COMPILERS = [("gcc", "-O0 -funsigned-char"), ("clang", "-O1")]


def outcome(folder, condition, vpentium=BUILD / "vpentium"):
    """Returns all bytes of a run's output and of its files, by name."""
    folder.mkdir()
    written = [word for option, name in FILES.items() for word in (option, name)]
    command = [*condition, vpentium, "-kernel", BUILD / "bareprobe-test.elf",
               "-append", SETTINGS, *written]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder,
                          timeout=HANG_BOUND, check=False)
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    return {"stdout": done.stdout, "stderr": done.stderr,
            **{name: (folder / name).read_bytes() for name in FILES.values()}}


@pytest.fixture(name="first", scope="module")
def fixture_first(tmp_path_factory):
    return outcome(tmp_path_factory.mktemp("first") / "run", [])


def test_there_is_something_to_compare(first):
    assert first["stdout"].count(b"ev=result") > 10
    assert all(first[name] for name in FILES.values())


@pytest.mark.parametrize("name", fast_cases(1, CONDITIONS))
def test_run_repeats(first, tmp_path, name):
    condition = CONDITIONS[name]
    if subprocess.run([*condition, "true"], capture_output=True, check=False).returncode:
        pytest.skip(f"the host does not allow '{' '.join(condition)}'")
    second = outcome(tmp_path / "run", condition)
    assert [name for name in first if first[name] != second[name]] == []


@pytest.mark.full
@pytest.mark.parametrize("compiler, flags", COMPILERS)
def test_other_builds_do_the_same(first, tmp_path, compiler, flags):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    build = tmp_path / "build"
    made = subprocess.run(["make", "-s", f"BUILD={build}", f"CC={compiler}", build / "vpentium",
                           f"HOST_CFLAGS=-std=gnu11 {flags} -D_GNU_SOURCE -I.", "SIM_LTO="],
                          cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert made.returncode == 0, made.stderr
    second = outcome(tmp_path / "run", [], build / "vpentium")
    assert [name for name in first if first[name] != second[name]] == []
