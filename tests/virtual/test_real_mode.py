# SPDX-License-Identifier: MIT
"""Real mode after protected mode: rights and limits of segments whose registers are loaded there.
Rules: i386 Programmer's Reference Manual, 14.5: a far jump puts the values of real mode into the
rights of CS. Robert Collins, Descriptor Cache: these are fixed, and after reset CS is a readable
and writable data segment like the others, which keep their rights and limit."""
import pytest

GP, BACK = 13, 0x30
EXECUTE, EXECUTE_READ = 0x99, 0x9b
AT = 0x7000


def through_real_mode(protected, real, again, access=EXECUTE_READ, enter="jmp 0x0700:real - code"):
    """Returns the vector that ended the code, and the dword `cell`. The code, at 7000h, begins in a
    16-bit code segment with these access rights. In real mode `enter` loads CS with 0700h, and
    `real` runs. In protected mode, without another far transfer, `again` runs."""
    return protected(f"""
main:
    call protect
    mov dword [spare], {AT << 16 | 0xffff}
    mov dword [spare + 4], {access << 8}
    mov esi, code
    mov edi, {AT}
    mov ecx, code_end - code
    rep movsb
    TRY
    jmp SPARE:0
    CAUGHT
    PRINT [fault.vector]
    PRINT [{AT} + cell - code]
    ret
bits 16
code:
    mov eax, cr0
    and al, 0xfe
    mov cr0, eax
    {enter}
real:
    {real}
    mov eax, cr0
    or al, 1
    mov cr0, eax
    {again}
    int BACK_VECTOR
align 4
cell: dd 0x11223344
code_end:
bits 32
""")


@pytest.mark.parametrize("access, enter", (
    (EXECUTE, "jmp 0x0700:real - code"),
    (EXECUTE_READ, "jmp 0x0700:real - code"),
    (EXECUTE_READ, "call 0x0700:real - code"),
    (EXECUTE_READ, "push word 0x0700\npush word real - code\nretf"),
    (EXECUTE_READ, "pushf\npush word 0x0700\npush word real - code\niret")))
def test_cs_is_a_data_segment_of_real_mode(protected, access, enter):
    """CS keeps the rights of real mode until the next far transfer: in protected mode a load and a
    store through it do not fault."""
    code = "inc dword [cs:cell - code]"
    assert through_real_mode(protected, code, code, access, enter) == [BACK, 0x11223344 + 2]


@pytest.mark.parametrize("access, code, vector", (
    (EXECUTE, "mov eax, [cs:cell - code]", GP), (EXECUTE_READ, "mov eax, [cs:cell - code]", BACK),
    (EXECUTE_READ, "mov [cs:cell - code], eax", GP)))
def test_without_a_far_transfer_cs_is_unchanged(protected, access, code, vector):
    """It still has the rights of its descriptor: a code segment is never writable."""
    assert through_real_mode(protected, "", code, access, enter="") == [vector, 0x11223344]


def test_data_segments_keep_their_limit(protected):
    """The limit is still 4 GB ("unreal" mode), and the base is 16 times the selector. The multiboot
    header at 1 MB begins with 1BADB002h."""
    real = "mov ax, 0x0900\n" + "\n".join(f"""
    mov {register}, ax
    mov ecx, [{register}:dword 0x100000 - 0x9000]
    add [cs:cell - code], ecx""" for register in ("ds", "es", "fs", "gs"))
    assert through_real_mode(protected, real, "") == [
        BACK, (0x11223344 + 4 * 0x1badb002) % (1 << 32)]
