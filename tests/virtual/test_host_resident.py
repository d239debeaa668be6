# SPDX-License-Identifier: MIT
"""Memory that vpentium takes on the host: with 64 MB of guest memory, all of it written and full of
code that runs, less than 200 MB are resident."""
import os
import subprocess
import sys

import pytest

from places import VPENTIUM

pytestmark = pytest.mark.skipif("BUILD" in os.environ, reason="a sanitizer's own maps take more")

LIMIT_KB = 200 * 1000
MEGABYTES = 64

# Reports the largest child of a small process. A child of a large process would include that
# process's pages, because the memory before exec() counts, too.
LAUNCHER = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""

# Subroutines of 63 INC EDX fill the memory from 2 MB on. One subroutine per 1 KB is called once,
# which is more than any cache of decoded code holds, and one per 8 KB is called 100 times.
FROM, STEPS = 2 << 20, ((1 << 10, 1), (8 << 10, 100))
CODE = f"""
TOP equ {MEGABYTES} << 20

main:
    cld
    mov edi, {FROM}
    mov ecx, (TOP - {FROM}) / 4
    mov eax, 0x42424242
    rep stosd
    mov edi, {FROM}
.end_one:
    mov byte [edi + 63], 0xc3
    add edi, 64
    cmp edi, TOP
    jb .end_one
    xor edx, edx
""" + "".join(f"""
    mov edi, {FROM}
.call_{step}:
    mov ecx, {times}
.again_{step}:
    call edi
    dec ecx
    jnz .again_{step}
    add edi, {step}
    cmp edi, TOP
    jb .call_{step}
""" for step, times in STEPS) + """
    mov eax, edx
    jmp print
"""


def kilobytes(*arguments):
    """Returns the output of vpentium and its maximum resident size."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, VPENTIUM, *arguments],
                          capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    said, _, most = done.stdout.rstrip("\n").rpartition("\n")
    return said, int(most)


@pytest.mark.full
def test_memory_full_of_code(guest):
    """62 MB have 63488 and 7936 such subroutines: 63 * (63488 + 100 * 7936) additions."""
    said, most = kilobytes("-kernel", guest(CODE).elf, "-m", str(MEGABYTES))
    assert int(said, 16) == 63 * (63488 + 100 * 7936)
    assert 62 << 10 < most < LIMIT_KB


def test_module_as_large_as_memory(guest, tmp_path):
    """A module of 60 MB is in memory twice while it is loaded."""
    module = tmp_path / "module"
    with module.open("wb") as file:
        file.write(b"\x55" * (60 << 20))
    said, most = kilobytes("-kernel", guest("main: mov eax, [ebx + 24]\n mov eax, [eax]\n"
                                            "mov eax, [eax + (60 << 20) - 4]\n jmp print").elf,
                           "-m", str(MEGABYTES), "-initrd", module)
    assert said == "55555555"
    assert 60 << 10 < most < LIMIT_KB
