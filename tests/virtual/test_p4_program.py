# SPDX-License-Identifier: MIT
"""The program next to vpentium that contains the Pentium 4's model: which program runs which
processor, registers as seen by a kernel, and repeatability."""
import re
import shutil
import subprocess

import pytest

from places import VPENTIUM

NAMES = ("willamette", "northwood", "prescott")
NONE, GP = 0xFFFFFFFF, 13


def run(*arguments, program=VPENTIUM):
    return subprocess.run([program, *arguments], capture_output=True, stdin=subprocess.DEVNULL,
                          text=True, timeout=60, check=False)


@pytest.mark.parametrize("name, l1, l2", [("willamette", "32x4", "512x8"),
                                          ("northwood", "32x4", "1024x8"),
                                          ("prescott", "32x8", "2048x8")])
def test_the_other_program_has_the_other_parameters(name, l1, l2):
    """L1: 8, 8 and 16 KB; L2: 256, 512 and 1024 KB: sets x ways of 64 bytes."""
    listed = run("-cpu", name, "-set", "help").stdout
    assert f"cache.data={l1}" in listed and f"cache.l2={l2}" in listed
    assert "pairing.enabled" not in listed


def test_errata_are_as_documented():
    """N15 and N17 apply up to model 2; on model 2 a cascade does not interrupt."""
    def on(name, what):
        return f"counters.{what}=on" in run("-cpu", name, "-set", "help").stdout
    assert [on(name, "erratum_write") for name in NAMES] == [True, True, False]
    assert [on(name, "erratum_stop") for name in NAMES] == [True, True, False]
    assert [on(name, "cascade_interrupts") for name in NAMES] == [True, False, True]
    assert [on(name, "extended_cascade") for name in NAMES] == [False, True, True]


def test_where_it_is_missing(tmp_path):
    alone = shutil.copy(VPENTIUM, tmp_path / "vpentium")
    done = run("-cpu", "northwood", "-kernel", "none", program=alone)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"vpentium: -cpu 'northwood': {tmp_path}/vpentium-netburst does not "
                           "exist; install Bareprobe again: 'make install' copies every "
                           "simulator\n")


def test_refusals():
    for value, words in (("core.width=4", "1 to 3"), ("counters.erratum_stop=2", "on, off")):
        done = run("-cpu", "northwood", "-kernel", "none", "-set", value)
        assert done.returncode == 2 and words in done.stderr
    done = run("-cpu", "northwood", "-kernel", "none", "-mhz", "1000")
    assert done.returncode == 2 and "1300 to 3800" in done.stderr


@pytest.mark.parametrize("name, options, mhz", (("willamette", (), 1500), ("northwood", (), 1600),
                                                ("prescott", (), 3000),
                                                ("northwood", ("-mhz", "2400"), 2400)))
def test_a_clock_of_its_own(guest, name, options, mhz):
    done = guest("main: ret").run("-cpu", name, "-v", *options)
    assert done.returncode == 0 and f" at {mhz} MHz\n" in done.stderr


MIXTURE = "main:\nmov ecx, 1000\n.turn:\nimul eax, eax\npush eax\npop ebx\ndec ecx\njnz .turn\n"


def test_two_runs_are_the_same(guest):
    kernel = guest(MIXTURE + "rdtsc\ncall print\nret")
    assert kernel.numbers("-cpu", "northwood") == kernel.numbers("-cpu", "northwood")


def test_annotated_clocks_add_up(guest, tmp_path):
    """Each clock of the run is attributed to one line of -annotate. IMUL takes 15 clocks:
    InstLatx64."""
    done = guest(MIXTURE + "ret").run("-cpu", "northwood", "-v", "-annotate", tmp_path / "out.txt")
    clocks = int(re.search(r"vpentium: (\d+) clocks", done.stderr)[1])
    text = (tmp_path / "out.txt").read_text()
    assert clocks > 14000 and re.search(rf"^  all .* {clocks:,}$", text, re.M)


@pytest.mark.parametrize("name, number, value, vector", [
    ("northwood", 0x1A0, 0x81, NONE),        # counters, BTS, PEBS, fast strings
    ("northwood", 0x2C, 16 << 24, NONE),     # 1600 MHz by 100
    ("northwood", 0x3BA, 0, NONE),           # IQ_ESCR0, ...
    ("prescott", 0x3BA, None, GP),           # ... does not exist
    ("northwood", 0x3BF, None, GP),          # SSU_ESCR1 does not exist
    ("northwood", 0x372, None, GP),
    ("northwood", 0x600, 0, NONE)])
def test_msrs(protected, name, number, value, vector):
    got = protected(f"""
main:
    call protect
    TRY
    mov ecx, {number}
    rdmsr
    mov ebx, eax
    CAUGHT
    PRINT [fault.vector]
    PRINT ebx
    ret
""", "-cpu", name)
    assert got[0] == vector
    assert value is None or got[1] == value


@pytest.mark.parametrize("number, value", [(0x36C, 0x1), (0x36C, 1 << 27), (0x3F1, 1 << 26),
                                           (0x36E, 1 << 11)])
def test_what_is_refused(protected, number, value):
    """A reserved bit, the interrupt and PEBS of the second thread, and extended cascade on models
    without it."""
    assert protected(f"""
main:
    call protect
    TRY
    mov ecx, {number}
    mov eax, {value}
    xor edx, edx
    wrmsr
    CAUGHT
    PRINT [fault.vector]
    ret
""", "-cpu", "northwood") == [GP]


def test_rdpmc(protected):
    """Reads counter 3 in full and its low half; counter 18 does not exist."""
    assert protected("""
main:
    call protect
    mov ecx, 0x303
    mov eax, 0x12345678
    mov edx, 0xab
    wrmsr
    mov ecx, 3
    rdpmc
    mov ebx, edx
    PRINT ebx
    mov ecx, 0x80000003
    rdpmc
    mov ebx, edx
    mov esi, eax
    PRINT ebx
    PRINT esi
    TRY
    mov ecx, 18
    rdpmc
    CAUGHT
    PRINT [fault.vector]
    ret
""", "-cpu", "northwood") == [0xAB, 0, 0x12345678, GP]
