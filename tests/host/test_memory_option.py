# SPDX-License-Identifier: MIT
"""The memory of the simulated machine: --memory, and what asks for more than there is."""
import os
import pathlib
import re
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


def test_an_allocation_that_fails_names_a_machine(bareprobe, tmp_path):
    """malloc(20 MB) fails in 16 MB; with more memory, as the message says, it succeeds. One of
    200 MB needs a higher address too. A failure by the library alone names no machine."""
    (tmp_path / "hungry.c").write_text(
        "#include <stdlib.h>\nint main(int n, char **word)\n{\n"
        "    return n > 1 && malloc(strtoul(word[1], NULL, 0)) ? 0 : 7;\n}\n")
    assert bareprobe("cc", "-O1", "-o", "hungry", "hungry.c").returncode == 0

    def run(size, *options):
        done = measure(bareprobe, "./hungry", "--args", str(size), *options)
        return done.stdout + done.stderr
    text = run(20 << 20)
    found = re.search(r"programs/hungry: refused (\d+) KB of memory, since this machine has (\d+) "
                      r"KB left; a machine with 32 MB has enough \(--memory 32\)",
                      " ".join(text.split()))
    assert found and int(found[1]) >= 20 << 10 > int(found[2]), text
    assert "exit status 7" in text
    text = run(20 << 20, "--memory", "32")
    assert "refused" not in text and "exit status 7" not in text, text
    assert "for a machine with 256 MB (--memory 256)" in " ".join(run(200 << 20).split())
    assert "refused" not in run(3 << 30)


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
