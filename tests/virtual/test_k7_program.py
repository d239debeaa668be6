# SPDX-License-Identifier: MIT
"""The program next to vpentium that contains the Athlon's model: which program runs which
processor, and that the same code has the same counts as on a Pentium if both have the event."""
import re
import shutil
import subprocess

import pytest

from places import VPENTIUM
from test_p6_program import MIXED


def run(*arguments, program=VPENTIUM):
    return subprocess.run([program, *arguments], capture_output=True, stdin=subprocess.DEVNULL,
                          text=True, timeout=60, check=False)


def test_the_other_program_has_the_other_parameters():
    listed = run("-cpu", "k7", "-set", "help").stdout
    assert "core.reorder_buffer=72" in listed and "counters.one_enable=off" in listed
    assert "pairing.enabled" not in listed and "tlb.data_l2=64x4" in listed


def test_where_it_is_missing(tmp_path):
    alone = shutil.copy(VPENTIUM, tmp_path / "vpentium")
    done = run("-cpu", "k7", "-kernel", "none", program=alone)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"vpentium: -cpu 'k7': {tmp_path}/vpentium-k7 does not exist; "
                           "install Bareprobe again: 'make install' copies every simulator\n")


def test_refusals():
    done = run("-cpu", "k7", "-kernel", "none", "-trace", "none")
    assert (done.returncode, done.stderr) == (
        2, "vpentium: -trace 'none': the model of this processor does not support it\n")
    for value, words in (("core.width=4", "1 to 3"), ("tlb.data=33", "1 to 32"),
                         ("cache.fetch_bytes=24", "8, 16, 32 or 64")):
        done = run("-cpu", "k7", "-kernel", "none", "-set", value)
        assert done.returncode == 2 and words in done.stderr
    done = run("-cpu", "k7", "-kernel", "none", "-mhz", "300")
    assert done.returncode == 2 and "500 to 1400" in done.stderr


@pytest.mark.parametrize("options,mhz", (((), 1400), (("-mhz", "700"), 700)))
def test_a_clock_of_its_own(guest, options, mhz):
    done = guest("main: ret").run("-cpu", "k7", "-v", *options)
    assert done.returncode == 0 and f" at {mhz} MHz\n" in done.stderr


# INSTRUCTIONS_EXECUTED, BRANCHES and DATA_READ_OR_WRITE of the P5, and those of the K7.
PAIRS = ((0x16, 0xc0), (0x12, 0xc2), (0x28, 0x40))


def test_the_same_code_counts_the_same_on_a_p5(guest):
    """Counts of an empty body are subtracted, because its code differs. The code has no misaligned
    or 80-bit accesses, which a Pentium counts in parts, and raises no exception."""
    data = "section .bss\nalignb 4096\narea: resb 4096"
    old, new = ["main:", "finit"], ['%include "k7.inc"', "main:", "finit"]
    for event, other in PAIRS:
        for code in ("", MIXED):
            old += ["%push", f"mov eax, {event | 0x40}", "SET_MSR MSR_CESR", "mov eax, 0",
                    "SET_MSR MSR_CTR0", code, "GET_MSR MSR_CTR0", "call print", "%pop"]
            new += ["%push", f"START 3, {other} | SEL_OS", code, "STOP 3",
                    "mov ecx, MSR_PERFCTR + 3", "rdmsr", "call print", "%pop"]
    results = []
    for source, options in ((old, ()), (new, ("-cpu", "k7"))):
        numbers = guest("\n".join([*source, "ret", data])).numbers(*options)
        results.append([full - empty for empty, full in zip(numbers[::2], numbers[1::2])])
    assert results[0] == results[1]
    assert results[0][1] > 20 * 4


def test_two_runs_are_the_same(guest):
    kernel = guest("main:\n%push" + MIXED + "\n%pop\nrdtsc\ncall print\nret\nsection .bss\n"
                   "alignb 4096\narea: resb 4096")
    assert kernel.numbers("-cpu", "k7") == kernel.numbers("-cpu", "k7")


def test_annotated_clocks_add_up(guest, tmp_path):
    """Each clock of the run is attributed to one line of -annotate."""
    kernel = guest("main:\nmov ecx, 1000\n.turn:\nimul eax, eax\ndec ecx\njnz .turn\nret")
    done = kernel.run("-cpu", "k7", "-v", "-annotate", tmp_path / "out.txt")
    clocks = int(re.search(r"vpentium: (\d+) clocks", done.stderr)[1])
    text = (tmp_path / "out.txt").read_text()
    assert clocks > 4000 and re.search(rf"^  all .* {clocks:,}$", text, re.M)
