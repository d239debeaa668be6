# SPDX-License-Identifier: MIT
"""Virtual-8086 mode: IOPL, the I/O permission bitmap, the frame on ring 0's stack, and the virtual
interrupt flag (CR4.VME, CR4.PVI). Rules: Pentium Developer's Manual volume 3, chapter 22."""
import pytest

NONE, GP, BACK = 0xFFFFFFFF, 13, 0x30
FLAG_IF, FLAG_VIF, FLAG_VIP = 1 << 9, 1 << 19, 1 << 20

# The code runs at 0700:0000 with a stack below 0800:1000, DS 0900, ES 0A00, FS 0B00, GS 0C00.
V86 = """
%macro ENTER_V86 1                      ; EFLAGS beside VM
    mov esi, code
    mov edi, 0x7000
    mov ecx, code_end - code
    rep movsb
    push dword 0x0c00
    push dword 0x0b00
    push dword 0x0900
    push dword 0x0a00
    push dword 0x0800
    push dword 0x1000
    push dword FLAG_VM | 2 | %1
    push dword 0x0700
    push dword 0
    iret
%endmacro
; Lets the ports %1 through that are clear in %2, 16 from %1 on.
%macro OPEN_PORTS 2
    mov word [io_bitmap + %1 / 8], %2
%endmacro
"""


def v86(protected, code, iopl=0, cr4=0, flags=0, before="", after=""):
    """Returns vector, error code and IP of the exception that ended the code."""
    return protected(V86 + f"""
main:
    call protect
    mov eax, {cr4}
    mov cr4, eax
    {before}
    TRY
    ENTER_V86 {iopl} << 12 | {flags}
    CAUGHT
    PRINT_FAULT
    PRINT [fault.eip]
    {after}
    ret
bits 16
code:
    {code}
    int BACK_VECTOR
code_end:
bits 32
""")


@pytest.mark.parametrize("code", ["cli", "sti", "pushf", "popf", "pushfd", "popfd", "iret", "iretd",
                                  "int 0x30"])
def test_what_iopl_guards(protected, code):
    """Below IOPL 3 the instruction raises #GP(0) and does not execute."""
    for iopl in (0, 1, 2):
        assert v86(protected, code, iopl) == [GP, 0, 0]


@pytest.mark.parametrize("code, length", [("cli", 1), ("sti", 1), ("pushf", 1), ("pushf\n popf", 2),
                                          ("pushfd\n popfd", 4)])
def test_iopl_3_lets_through(protected, code, length):
    """The IP is that of the following INT BACK_VECTOR, two bytes long."""
    assert v86(protected, code, 3) == [BACK, 0, length + 2]


@pytest.mark.parametrize("code", ["hlt", "mov eax, cr0", "mov eax, dr7", "lmsw ax", "clts", "rdmsr",
                                  "invd", "lgdt [0]"])
def test_privileged_whatever_iopl_is(protected, code):
    assert v86(protected, code, 3) == [GP, 0, 0]


@pytest.mark.parametrize("code", ["arpl ax, bx", "lar ax, bx", "sldt ax", "str ax", "verr ax"])
def test_undefined_outside_protected_mode(protected, code):
    assert v86(protected, code, 3) == [6, 0, 0]


@pytest.mark.parametrize("iopl", [0, 3])
@pytest.mark.parametrize("code, closed, fault", [
    ("out 0x80, al", 0xFFFE, False), ("out 0x80, al", 1, True), ("in al, 0x84", 0xFFEF, False),
    ("out 0x80, ax", 0xFFFC, False), ("out 0x80, ax", 0xFFFE, True), ("out 0x80, ax", 2, True),
    ("out 0x80, eax", 0xFFF0, False), ("out 0x80, eax", 8, True),
    ("out 0x87, ax", 0xFE7F, False), ("out 0x87, ax", 0x0100, True),  # across a byte of the bitmap
    ("mov dx, 0x3f8\n out dx, al", 0, True),  # the byte after the bitmap's would be the last
    ("mov dx, 0xffff\n in al, dx", 0, True),  # beyond the TSS
])
def test_ports_go_by_the_bitmap_alone(protected, iopl, code, closed, fault):
    """The result does not depend on IOPL. `closed` has the bits of ports 80h to 8Fh. A port is
    open if the bit of each of its bytes is clear and the bitmap, with one byte more, is inside
    the TSS."""
    vector, error, ip = v86(protected, code, iopl, before=f"OPEN_PORTS 0x80, {closed:#x}")
    if fault:
        assert (vector, error, ip) == (GP, 0, 3 if "mov" in code else 0)
    elif iopl == 3:
        assert vector == BACK
    else:
        assert (vector, error) == (GP, 0) and ip > 0  # at the INT after it


def test_frame_of_a_fault(protected):
    """Nine dwords are on ring 0's stack, from the top: GS, FS, DS, ES, SS, ESP, EFLAGS with VM, CS,
    EIP. The data segments are null in the handler."""
    got = v86(protected, "hlt", 1, after="""
    mov esi, [caught_esp]
    mov ecx, 6
.next:
    PRINT [esi]
    add esi, 4
    loop .next
    PRINT [fault.cs]
    PRINT [fault.eflags]
    mov eax, ring0_stack_end
    sub eax, esi
    call print
    mov eax, fs
    call print
    mov eax, gs
    call print
""")
    assert got == [GP, 0, 0, 0x1000, 0x800, 0xA00, 0x900, 0xB00, 0xC00, 0x700, 0x31002, 0, 0, 0]


# ---- CR4.VME and CR4.PVI ------------------------------------------------------------------------

@pytest.mark.parametrize("code, flags, vector, vif", [
    ("sti", 0, GP, True), ("cli", FLAG_VIF, GP, False), ("sti", FLAG_VIP, None, False),
    ("push word 0x200\n popf", 0, GP, True), ("push strict word 0\n popf", FLAG_VIF, GP, False),
    ("push word 0x200\n popf", FLAG_VIP, None, False), ("push word 0x100\n popf", 0, None, False),
    ("popfd", 0, None, False), ("pushfd", 0, None, False),
])
def test_virtual_interrupt_flag(protected, code, flags, vector, vif):
    """If VME is set and IOPL is 0, CLI, STI and POPF change VIF and leave IF unchanged. STI and
    POPF that set it while VIP is set raise #GP, as does POPF that sets TF; so do the 32-bit forms.
    (INT after the code raises #GP, because its bit of the redirection bitmap is set.)"""
    got = v86(protected, code, 0, cr4=1, flags=flags | FLAG_IF, before="""
    mov word [main_tss + 0x66], TSS_BYTES + 32
""", after="PRINT [fault.eflags]")
    ended_early = got[2] == (3 if "push" in code and "popf" in code else 0)
    assert got[:2] == [GP, 0] and ended_early == (vector is None)
    assert got[3] & FLAG_IF
    if vector is not None:
        assert bool(got[3] & FLAG_VIF) == vif


def test_pushf_shows_the_virtual_flag(protected):
    """IF of the pushed value is VIF, and IOPL reads as 3."""
    for flags, pushed in ((FLAG_VIF, 0x3202), (FLAG_IF, 0x3002)):
        got = v86(protected, "pushf", 0, cr4=1, flags=flags,
                  before="mov word [main_tss + 0x66], TSS_BYTES + 32",
                  after="movzx eax, word [0x8000 + 0x1000 - 2]\n call print")
        assert got[3] == pushed


def test_interrupts_are_redirected_by_the_bitmap(protected):
    """INT 21h with its bit clear goes through the vector table at 0, in virtual-8086 mode: FLAGS
    (with IF as VIF, IOPL as 3), CS, IP on its own stack, VIF clear. INT 22h, whose bit is set,
    raises #GP below IOPL 3. IRET in the handler restores VIF."""
    got = protected(V86 + """
main:
    call protect
    mov eax, 1
    mov cr4, eax
    mov word [main_tss + 0x66], TSS_BYTES + 32
    mov byte [main_tss + TSS_BYTES + 0x21 / 8], 0xff & ~(1 << 0x21 % 8)
    mov dword [0x21 * 4], 0x07000000 | (handler - code)
    TRY
    ENTER_V86 FLAG_IF | 1 << 19
    CAUGHT
    PRINT_FAULT
    PRINT [fault.eip]
    mov eax, [fault.eflags]
    and eax, 1 << 19
    call print
    movzx eax, word [0x9000]
    call print
    movzx eax, word [0x9002]
    call print
    movzx eax, word [0x9004]
    call print
    movzx eax, word [0x9006]
    call print
    ret
bits 16
code:
    int 0x21
    int 0x22
handler:
    mov bp, sp
    mov ax, [bp]
    mov [0], ax
    mov ax, [bp + 2]
    mov [2], ax
    mov ax, [bp + 4]
    mov [4], ax
    pushf
    pop ax
    mov [6], ax
    iret
code_end:
bits 32
""")
    assert got == [GP, 0, 2, FLAG_VIF, 2, 0x700, 0x3202, 0x3002]


@pytest.mark.parametrize("code, flags, vif", [("sti", 0, True), ("cli", FLAG_VIF, False)])
def test_protected_mode_has_one_too(protected, code, flags, vif):
    """CR4.PVI applies to CLI and STI in ring 3 below IOPL 3."""
    for cr4, vector in ((2, BACK), (0, GP)):
        got = protected(f"""
main:
    call protect
    mov eax, {cr4}
    mov cr4, eax
    TRY
    push dword DATA_3
    push dword ring3_stack_end
    push dword 2 | {flags}
    push dword CODE_3
    push dword .inside
    iret
.inside:
    {code}
    int BACK_VECTOR
    CAUGHT
    PRINT [fault.vector]
    PRINT [fault.eflags]
    ret
""")
        assert got[0] == vector
        assert bool(got[1] & FLAG_VIF) == (vif if cr4 else bool(flags))
