# SPDX-License-Identifier: MIT
"""The multiboot loader of the virtual Pentium and iso/run_qemu.sh: the kernel's path in the command
line, and the address at which an ELF file is entered. QEMU's own loader is the reference."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from bounds import HANG_BOUND

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
KERNEL = BUILD / "bareprobe-quick.elf"
SETTINGS = "command=thesis/program1 events=time_stamp repetitions=1 report=records exit=qemu"
RUNNERS = {"vpentium": [BUILD / "vpentium", "-kernel"], "QEMU": [ROOT / "iso" / "run_qemu.sh"]}

# Writes "ok" to COM1 and ends through port F4h. The ELF file is linked at C0100000h and loaded at
# 100000h, so only an entry at the physical address reaches this code.
HIGHER_HALF = """
        bits 32
        section .text
        align 4
        dd 1BADB002h, 0, -1BADB002h
        global _start
_start: mov dx, 3F8h
        mov al, 'o'
        out dx, al
        mov al, 'k'
        out dx, al
        mov dx, 3FDh
.send:  in al, dx
        test al, 40h
        jz .send
        xor eax, eax
        out 0F4h, al
.halt:  hlt
        jmp .halt
"""
LAYOUT = """
ENTRY(_start)
PHDRS { text PT_LOAD FLAGS(5); }
SECTIONS { .text 0xC0100000 : AT(0x100000) { *(.text) } :text }
"""


def run(runner, kernel, *options, cwd=None):
    return subprocess.run([*RUNNERS[runner], kernel, *options], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=HANG_BOUND, cwd=cwd, check=False)


@pytest.mark.parametrize("runner, path", [
    ("vpentium", "in my/kernel.elf"), ("vpentium", "a=b/kernel.elf"),
    ("vpentium", "50% off, \"a\" 'b'/bareprobe.elf"), ("QEMU", "in my/kernel.elf"),
    ("QEMU", "a=b/kernel.elf")])
def test_path_of_the_kernel_may_have_blanks(runner, path, tmp_path):
    (tmp_path / path).parent.mkdir()
    shutil.copy(KERNEL, tmp_path / path)
    done = run(runner, path, "-append", SETTINGS, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r" ev=done .* errors=0 .*status=ok", done.stdout), done.stdout


@pytest.mark.parametrize("runner", RUNNERS)
def test_entry_is_at_the_physical_address(runner, tmp_path):
    asm, layout, obj, elf = (tmp_path / f"high.{ending}" for ending in ("asm", "ld", "o", "elf"))
    asm.write_text(HIGHER_HALF)
    layout.write_text(LAYOUT)
    subprocess.run(["nasm", "-f", "elf32", "-o", obj, asm], check=True)
    subprocess.run(["ld", "-m", "elf_i386", "-n", "-T", layout, "-o", elf, obj], check=True)
    headers = subprocess.run(["readelf", "-hl", elf], capture_output=True, text=True,
                             check=True).stdout
    assert re.search(r"Entry point address: +0xc01000", headers)
    assert re.search(r"LOAD +0x\w+ 0xc0100000 0x00100000", headers)
    version = subprocess.run(["qemu-system-i386", "--version"], capture_output=True, text=True,
                             check=True).stdout.splitlines()[0]
    done = run(runner, elf)
    assert (done.returncode, done.stdout) == (0, "ok"), (runner, version, done.stderr)
