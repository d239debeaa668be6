# SPDX-License-Identifier: MIT
"""The memory of the simulated machine: --memory, and what asks for more than there is."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()

# 2 * 8 * 400,000 bytes of arrays are 6,250 KB.
ARRAYS = """
#include <stdio.h>
static volatile double a[400000], b[400000];
int main(void) { a[399999] = 2; b[0] = a[399999]; printf("%g %g\\n", b[0], a[0]); return 0; }
"""


@pytest.fixture(name="compiled", scope="module")
def fixture_compiled(tmp_path_factory):
    """The program at its usual address, and at one above 128 MB."""
    folder = tmp_path_factory.mktemp("arrays")
    (folder / "arrays.c").write_text(ARRAYS)
    for name, option in (("low", "-O1"), ("high", "-Wl,-Ttext-segment=0x40000000")):
        done = subprocess.run([BUILD / "bareprobe", "cc", option, "-o", name, "arrays.c"],
                              cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
    return folder


def measure(bareprobe, program, *options):
    return bareprobe("run", "--program", program, "-e", "clocks", "-r", "1", "--no-log",
                     "--no-store", *options)


@pytest.mark.parametrize("value", ["3", "3073", "0", "-4", "+8", "8.5", "1e3", "8M", "", "x",
                                   "99999999999999999999"])
def test_a_memory_out_of_range_is_refused(bareprobe, value):
    for verb in (["run"], ["monitor"], ["explain", "-c", "nop"]):
        done = bareprobe(*verb, f"--memory={value}")
        assert done.returncode == 2
        assert (f"--memory: '{value}' is out of range (4 to 3072 MB, a whole number)"
                in done.stderr), done.stderr


def test_a_profile_needs_a_machine_for_its_memory(bareprobe):
    done = bareprobe("profile", "last", "--memory", "32")
    assert done.returncode == 2 and "--memory requires --sim" in done.stderr


def test_a_program_larger_than_the_memory_is_named_with_the_remedy(bareprobe, compiled):
    """8 MB, with the kernel and its samples, are too little for 6,250 KB; 16 MB are enough."""
    done = measure(bareprobe, compiled / "low", "--memory", "8")
    text = done.stdout + done.stderr
    assert done.returncode == 1 and "/low: it needs 6" in text, text
    assert "a machine with 16 MB has enough (--memory 16)" in text, text
    done = measure(bareprobe, compiled / "low", "--memory", "16")
    assert done.returncode == 0 and "\n2 0\n" in done.stdout, done.stdout + done.stderr


def test_the_monitor_has_that_memory(bareprobe):
    """1700000h is between 16 and 24 MB."""
    done = bareprobe("monitor", "--memory", "24", "-c", "poke d 1700000 12345678; peek d 1700000")
    assert "01700000 = 12345678" in done.stdout, done.stdout + done.stderr


@pytest.mark.full
def test_memory_above_the_usual_address_of_programs(bareprobe, compiled):
    """Linkers put programs at 08048000h (128 MB). One that is linked at 1 GB may use all below."""
    done = measure(bareprobe, compiled / "high", "--memory", "256")
    assert done.returncode == 0 and "\n2 0\n" in done.stdout, done.stdout + done.stderr


@pytest.mark.full
def test_qemu_has_that_memory(bareprobe, compiled):
    done = bareprobe("run", "--qemu", "--program", compiled / "low", "-e", "time_stamp", "-r", "1",
                     "--no-log", "--no-store", "--memory", "48")
    assert "\n2 0\n" in done.stdout, done.stdout + done.stderr
