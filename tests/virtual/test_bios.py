# SPDX-License-Identifier: MIT
"""-bios: runs a ROM from the reset vector to the exit port."""
import os
import pathlib
import subprocess

import pytest

from bounds import HANG_BOUND

HERE = pathlib.Path(__file__).resolve().parent
VPENTIUM = HERE.parents[1] / os.environ.get("BUILD", "build") / "vpentium"

FAR_JUMP = "0xf000:start - SEGMENT_START"
RESET_VECTOR = """
times ROM_SIZE - 16 - ($ - $$) db 0xee
bits 16
    jmp {jump}
times ROM_SIZE - ($ - $$) db 0
"""


def run(rom, *options):
    return subprocess.run([VPENTIUM, "-bios", rom, *options], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=HANG_BOUND, check=False)


@pytest.fixture
def bios(tmp_path):
    """bios(source, *options, size, jump): runs a ROM with that code at `start`."""
    def build(source, *options, size=0x10000, jump=FAR_JUMP):
        asm, rom = tmp_path / "rom.asm", tmp_path / "rom"
        asm.write_text('%include "bios.inc"\n' + source + RESET_VECTOR.format(jump=jump))
        subprocess.run(["nasm", "-f", "bin", f"-I{HERE}/", f"-DROM_SIZE={size}", "-o", rom, asm],
                       check=True)
        assert rom.stat().st_size == size
        return run(rom, *options)
    return build


def posts(done, port="80"):
    head = f"vpentium: POST {port}h: "
    return [line.removeprefix(head).removesuffix("h") for line in done.stderr.splitlines()
            if line.startswith(head)]


@pytest.mark.parametrize("size", [0x10000, 0x20000])
def test_from_the_reset_vector_to_the_exit_port(bios, size):
    """The ROM runs first in real mode (CR0.PE clear), then in protected mode."""
    done = bios("""
    POST 0x01
    smsw ax
    out 0x80, al
    ENTER_PROTECTED
    POST 0x02
    smsw eax
    out 0x80, al
    EXIT 7
""", size=size)
    # After reset MSW has only ET, which is 1 on every Pentium; later also PE.
    assert posts(done) == ["01", "10", "02", "11"]
    assert (done.returncode, done.stdout) == (7, "")


def test_state_after_reset(bios):
    """Table 16-1 of the Developer's Manual: EDX has the family 5 in its bits 8 to 11, EFLAGS is
    00000002h, DS, ES and SS are 0, and CS has selector F000h and base FFFF0000h: the first
    instruction runs at FFFFFFF0h. A far jump sets the base of CS from its selector."""
    done = bios("""
    mov bx, cs
    mov al, bh
    out 0x80, al
    mov al, dh
    out 0x80, al
    mov bx, ds
    mov al, bl
    out 0x80, al
    mov sp, 0x8000
    pushf
    pop ax
    out 0x80, al
    mov al, [cs:0xfff0]                 ; the jump's opcode, in the copy below 1 MB
    out 0x80, al
    EXIT 0
""")
    assert posts(done) == ["F0", "05", "00", "02", "EA"]


def test_code_runs_below_4_gb_until_a_far_jump(bios):
    """A near jump leaves CS at FFFF0000h, so a store through it is lost and a read returns the
    ROM's byte. After a far jump, with base F0000h, a read returns the same byte."""
    done = bios("""
    mov al, [cs:0xfff0]
    out 0x80, al
    mov byte [cs:0xfff0], 0
    mov al, [cs:0xfff0]
    out 0x80, al
    EXIT 0
""", jump="near start")
    assert posts(done) == ["E9"]
    assert done.returncode == 0


@pytest.mark.parametrize("size", [0x10000, 0x20000])
def test_both_copies_are_the_rom_and_stay_so(bios, size):
    """Reads return the ROM's bytes at both addresses. Writes of each kind are lost: MOV, a
    read-modify-write, a locked one, a string, with and without paging. The byte before the ROM is
    RAM."""
    done = bios("""
    ENTER_PROTECTED
    POST 1
    mov ebx, ROM_START
    mov ecx, -ROM_SIZE
    mov eax, [ebx + start]
    cmp eax, [ecx + start]
    jne bad
    POST 2
    call writes
    mov eax, page_directory             ; identity, by 4 MB pages
    mov dword [eax], 0x83
    mov dword [eax + 4092], 0xffc00083
    mov cr3, eax
    mov eax, cr4
    or al, 0x10
    mov cr4, eax
    mov eax, cr0
    or eax, 0x80000000
    mov cr0, eax
    POST 3
    call writes
    POST 4
    mov byte [ebx - 1], 0x5a
    cmp byte [ebx - 1], 0x5a
    jne bad
    mov edi, ROM_START - 2              ; the first half of this is RAM, the other is not
    mov dword [edi], 0x12345678
    cmp word [edi], 0x5678
    jne bad
    call compare
    EXIT 0
bad:
    POST 0xbd
    EXIT 1

writes:
    mov edi, ebx
    call write
    mov edi, ecx
    call write
compare:
    push ecx
    mov esi, ebx
    mov edi, ecx
    mov edx, [ecx + target]
    cmp edx, 0x11223344
    jne bad
    cmp edx, [ebx + target]
    jne bad
    pop ecx
    ret
write:
    mov dword [edi + target], 0
    inc dword [edi + target]
    lock inc dword [edi + target]
    push edi
    add edi, target
    xor eax, eax
    stosd
    pop edi
    ret
align 4
target: dd 0x11223344
page_directory equ 0x10000
""", size=size)
    assert posts(done) == ["01", "02", "03", "04"]
    assert done.returncode == 0


def test_another_port_too(bios):
    """The codes of both ports are printed. A code that is repeated immediately is printed once."""
    done = bios("""
    POST 1
    POST 1
    mov dx, 0x190
    mov al, 0x33
    out dx, al
    mov al, 0x34
    out dx, al
    POST 2
    EXIT 0
""", "-post", "0x190")
    assert posts(done) == ["01", "02"] and posts(done, "190") == ["33", "34"]


def test_triple_fault_in_a_rom(bios):
    done = bios("""
    ENTER_PROTECTED
    ud2
""")
    assert done.returncode == 3 and done.stderr.count("\n") == 1
    assert "triple fault" in done.stderr


@pytest.mark.parametrize("size", [0, 1, 0xffff, 0x10001, 0x18000, 0x40000])
def test_wrong_sizes_are_refused(tmp_path, size):
    rom = tmp_path / "rom"
    rom.write_bytes(bytes(size))
    done = run(rom)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"vpentium: {rom}: {size} bytes; a BIOS ROM must have 65536 or 131072\n"


@pytest.mark.parametrize("options, says", [
    (["-kernel", "k"], "cannot be combined with -kernel"),
    (["-append", "x"], "-append and -initrd require -kernel"),
    (["-initrd", "x"], "-append and -initrd require -kernel"),
])
def test_rom_alone(tmp_path, options, says):
    rom = tmp_path / "rom"
    rom.write_bytes(bytes(0x10000))
    done = run(rom, *options)
    assert done.returncode == 2 and done.stderr.rstrip().endswith(says)
    assert done.stderr.count("\n") == 1
