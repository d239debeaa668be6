# SPDX-License-Identifier: MIT
"""Hardware task switches through 16- and 32-bit TSSs; rings 1 and 2; gates between all four. Rules:
Pentium Developer's Manual volume 3, chapters 12 and 13."""
import pytest

NP, TS, GP = 11, 10, 13


# A 16-bit task: flat segments, but IP and SP are words, so that its code and stack are below 64 KB.
TASK_16 = """
CODE_COPY equ 0x7000
STACK_16 equ 0x8000
%macro FILL_TASK16 0
    mov esi, task16
    mov edi, CODE_COPY
    mov ecx, task16_end - task16
    rep movsb
    mov word [tss16 + 0x0e], CODE_COPY
    mov word [tss16 + 0x10], 0x0846     ; OF, ZF, PF
    mov word [tss16 + 0x12], 0x1111     ; AX
    mov word [tss16 + 0x14], 0x2222     ; CX
    mov word [tss16 + 0x16], 0x3333
    mov word [tss16 + 0x18], 0x4444     ; BX
    mov word [tss16 + 0x1a], STACK_16
    mov word [tss16 + 0x1c], 0x5555
    mov word [tss16 + 0x1e], 0x6666
    mov word [tss16 + 0x20], 0x7777     ; DI
    mov word [tss16 + 0x22], DATA_0     ; ES
    mov word [tss16 + 0x24], CODE_SELECTOR
    mov word [tss16 + 0x26], DATA_0
    mov word [tss16 + 0x28], DATA_0     ; DS
    mov word [tss16 + 0x2a], 0          ; LDT
%endmacro
"""


@pytest.mark.parametrize("way", [
    "call TASK16:0", "call TASK_GATE:0", "int 0x20",
])
def test_16_bit_task_is_called_and_returns(protected, way):
    """The new task has its registers (the manual does not define the upper halves), FS null,
    EFLAGS with NT, a back link to the main task, TS set, and both descriptors busy. After the
    return the main task's registers are unchanged, the 16-bit task is available again, and its
    state is saved."""
    got = protected(TASK_16 + f"""
main:
    call protect
    FILL_TASK16
    mov dword [idt + 0x20 * 8], TASK16 << 16
    mov dword [idt + 0x20 * 8 + 4], 0x8500 ; a task gate
    mov ebx, 0xabcd1234
    clts
    {way}
    PRINT ebx
    movzx eax, byte [protected_gdt + TASK16 + 5]
    call print
    movzx eax, word [tss16 + 0x14]      ; CX as it left
    call print
    str eax
    call print
    ret

task16:
    movzx esp, sp
    pushfd
    mov [scratch], eax
    mov [scratch + 4], edi
    mov eax, print
    call eax
    pop eax                             ; EFLAGS
    mov ecx, print
    call ecx
    mov eax, fs
    call ecx
    movzx eax, word [tss16]
    call ecx
    mov eax, cr0
    and eax, 8
    call ecx
    movzx eax, byte [protected_gdt + TASK16 + 5]
    call ecx
    movzx eax, byte [protected_gdt + MAIN_TASK + 5]
    call ecx
    mov eax, [scratch]
    call ecx
    mov eax, [scratch + 4]
    call ecx
    str eax
    call ecx
    mov cx, 0xbeef
    iret
task16_end:
""")
    _, flags, fs, link, ts, busy16, busy_main, eax, edi, task = got[:10]
    assert flags & 0x48D7 == 0x4846     # NT, flags of the TSS, bit 1
    assert (fs, link, ts) == (0, 0x48, 8)
    assert (busy16, busy_main) == (0x83, 0x8B)
    assert (eax & 0xFFFF, edi & 0xFFFF, task) == (0x1111, 0x7777, 0x58)
    assert got[10:] == [0xABCD1234, 0x81, 0xBEEF, 0x48]


def test_jump_to_a_16_bit_task_and_back_by_a_32_bit_one(protected):
    """A jump does not nest: NT stays clear, the old task becomes available, no link is written. The
    way back is the main task's own TSS, which the jump saved as 32-bit: EBX keeps its upper half. A
    16-bit TSS has space only for IP, so the main task must first be left by a 32-bit switch."""
    assert protected(TASK_16 + """
main:
    call protect
    FILL_TASK16
    mov word [tss16], 0xdead
    mov ebx, 0xabcd1234
    jmp TASK16:0
    PRINT ebx
    movzx eax, byte [protected_gdt + TASK16 + 5]
    call print
    movzx eax, byte [protected_gdt + MAIN_TASK + 5]
    call print
    ret
task16:
    movzx esp, sp
    pushfd
    mov ecx, print
    pop eax
    and eax, FLAG_NT
    call ecx
    movzx eax, word [tss16]
    call ecx
    movzx eax, byte [protected_gdt + MAIN_TASK + 5]
    call ecx
    movzx eax, byte [protected_gdt + TASK16 + 5]
    call ecx
    jmp MAIN_TASK:0
task16_end:
""") == [0, 0xDEAD, 0x89, 0x83, 0xABCD1234, 0x81, 0x8B]


TASK_32 = """
%macro FILL_TASK32 1                    ; entry
    mov eax, cr3
    mov [tss32 + 0x1c], eax
    mov dword [tss32 + 0x20], %1
    mov dword [tss32 + 0x24], 2
    mov dword [tss32 + 0x38], task_stack_end
    mov dword [tss32 + 0x48], DATA_0
    mov dword [tss32 + 0x4c], CODE_SELECTOR
    mov dword [tss32 + 0x50], DATA_0
    mov dword [tss32 + 0x54], DATA_0
    mov word [tss32 + 0x66], TSS_BYTES
%endmacro
"""


@pytest.mark.parametrize("what, vector, error", [
    ("mov byte [protected_gdt + TASK32 + 5], 0x8b\n call TASK32:0", GP, 0x50),  # busy already
    ("mov byte [protected_gdt + TASK32], 0x66\n call TASK32:0", TS, 0x50),      # limit too low
    ("mov byte [protected_gdt + TASK32 + 5], 0x09\n jmp TASK32:0", NP, 0x50),   # not present
    ("call MAIN_TASK:0", GP, 0x48),                                             # itself, busy
    ("mov dword [tss32 + 0x4c], DATA_0\n call TASK32:0", TS, 0x10),   # no code
    ("mov dword [tss32 + 0x50], 0\n call TASK32:0", TS, 0),                     # no stack
    ("mov dword [tss32 + 0x60], 0x10\n call TASK32:0", TS, 0x10),               # no LDT
    ("mov dword [tss32 + 0x54], 0x3b0\n call TASK32:0", TS, 0x3B0),             # beyond the GDT
    ("push dword FLAG_NT\n popfd\n mov word [main_tss], 0x50\n iret", TS, 0x50),  # link not busy
])
def test_faults_of_a_switch(protected, what, vector, error):
    """Before the switch they belong to the old task, after it to the new one (13.5, table of
    checks). Here both tasks have the same handlers."""
    assert protected(TASK_32 + f"""
main:
    call protect
    FILL_TASK32 .other
    TRY
    {what}
    int BACK_VECTOR
.other:
    ud2
    CAUGHT
    PRINT_FAULT
    xor eax, eax
    out PORT_EXIT, al
""") == [vector, error]


@pytest.mark.parametrize("flags, enabled, left", [
    (2, 0, 0), (0x102, 0, 0), (2, 0x309, 0x208), (0x102, 0x309, 0x208),
])
def test_debug_trap_of_a_task(protected, flags, enabled, left):
    """T in the new TSS: #DB before its first instruction, with only DR6.BT set, even if the new
    task's TF is set, which traps after that instruction. L0 and LE are cleared, G1 and GE stay."""
    assert protected(TASK_32 + f"""
main:
    call protect
    FILL_TASK32 .other
    mov dword [tss32 + 0x24], {flags}
    mov dword [tss32 + 0x64], TSS_BYTES << 16 | 1
    mov eax, {enabled}
    mov dr7, eax
    mov eax, 0x300000
    mov dr0, eax
    mov dr1, eax
    TRY
    call TASK32:0
.other:
    nop
    ud2
    CAUGHT
    mov eax, [fault.eip]
    sub eax, .other
    call print
    PRINT [fault.vector]
    mov eax, dr6
    and eax, 0xe00f
    call print
    mov eax, dr7
    and eax, 0x3ff
    call print
    xor eax, eax
    out PORT_EXIT, al
""") == [0, 1, 0x8000, left]


def test_task_switch_changes_the_address_space(protected):
    """CR3 comes from the 32-bit TSS: the linear page 400000h is another physical page in each task,
    300000h and 301000h, and after the return the first again, because the TLBs are flushed."""
    assert protected(TASK_32 + """
DIRECTORY equ 0x310000                  ; two address spaces: low 4 MB alike
TABLE equ 0x312000
main:
    call protect
    mov dword [DIRECTORY], 0x83
    mov dword [DIRECTORY + 4], TABLE + 3
    mov dword [TABLE], 0x300003
    mov dword [DIRECTORY + 0x1000], 0x83
    mov dword [DIRECTORY + 0x1004], TABLE + 0x1003
    mov dword [TABLE + 0x1000], 0x301003
    mov dword [0x300000], 0x1111
    mov dword [0x301000], 0x2222
    mov eax, 0x10
    mov cr4, eax
    mov eax, DIRECTORY
    mov cr3, eax
    mov eax, cr0
    or eax, 1 << 31
    mov cr0, eax
    FILL_TASK32 .other
    mov dword [tss32 + 0x1c], DIRECTORY + 0x1000
    PRINT [0x400000]
    mov eax, DIRECTORY                  ; CR3 is read from a TSS and never written to it
    mov [main_tss + 0x1c], eax
    call TASK32:0
    PRINT [0x400000]
    ret
.other:
    PRINT [0x400000]
    iret
""") == [0x1111, 0x2222, 0x1111]


# ---- rings 1 and 2 ------------------------------------------------------------------------------

def test_gates_through_all_rings(protected):
    """Call gates lead from ring 3 to 2, to 1 and to 0: CPL is CS's, the stack is the TSS's, and
    RETF returns outwards. The gate to ring 1 copies two parameters: 8 bytes between ESP and CS."""
    assert protected("""
%macro CALL_GATE 4                      ; descriptor, code, entry, parameters
    mov eax, %3
    mov [%1], ax
    shr eax, 16
    mov [%1 + 6], ax
    mov word [%1 + 2], %2
    mov word [%1 + 4], 0xec00 | %4
%endmacro
TO_2 equ SPARE | 3
TO_1 equ SPARE + 8 | 3
TO_0 equ SPARE + 16 | 3
main:
    call protect
    CALL_GATE spare, CODE_2, in_2, 0
    CALL_GATE spare + 8, CODE_1, in_1, 2
    CALL_GATE spare + 16, CODE_SELECTOR, in_0, 0
    TRY
    ENTER_RING CODE_3, DATA_3, in_3, ring3_stack_end
    CAUGHT
    PRINT [fault.vector]
    mov esi, seen
.next:
    mov eax, [esi]
    call print
    add esi, 4
    cmp esi, [place]
    jb .next
    ret

%macro SEE 1
    mov eax, [place]
    mov ebp, %1
    mov [eax], ebp
    add dword [place], 4
%endmacro
in_3:
    call TO_2:0
    SEE cs
    int BACK_VECTOR
in_2:
    SEE cs
    push dword 0x1111
    push dword 0x2222
    call TO_1:0
    SEE cs
    mov ebp, ring2_stack_end - 16
    sub ebp, esp
    SEE ebp
    retf
in_1:
    SEE cs
    SEE ss
    mov ebp, ring1_stack_end
    sub ebp, esp
    SEE ebp
    SEE [esp + 8]
    SEE [esp + 12]
    call TO_0:0
    SEE cs
    retf 8
in_0:
    SEE cs
    SEE ss
    retf
section .data
place: dd seen
section .bss
seen: resd 32
section .text
""".replace("SEE [esp", "SEE_AT [esp").replace("%macro SEE 1", """%macro SEE_AT 1
    mov ebp, %1
    SEE ebp
%endmacro
%macro SEE 1""")) == [
        0x30,
        0x2A,                    # in ring 2
        0x19, 0x21, 24, 0x2222, 0x1111,  # in ring 1: SS, ESP, 2 parameters, CS, EIP: 6 dwords
        0x08, 0x10,              # in ring 0
        0x19, 0x2A, 0, 0x3B]     # and out: RETF 8 removes the parameters from both stacks


CODE_OF = 0x08, 0x19, 0x2A, 0x3B  # protected.inc's code selector of each ring
GATE, TARGET = 0x68, 0x70         # its spare descriptors


def end_of_transfer(way, ring, dpl, conforming):
    """(vector, error code, CS) after a far JMP or CALL in `ring` through a gate to code with this
    DPL; 30h is the target's INT. Only a CALL enters an inner ring, and only that of nonconforming
    code."""
    if dpl > ring or (way == "jmp" and not conforming and dpl != ring):
        return GP, TARGET, CODE_OF[ring]
    return 0x30, 0, TARGET | (ring if conforming else dpl)


@pytest.mark.parametrize("way", ["jmp", "call"])
@pytest.mark.parametrize("ring", range(4))
def test_the_privilege_of_a_gates_target(protected, way, ring):
    """The gate itself can be used in every ring. The target is nonconforming code (access byte 9Ah)
    or conforming code (9Eh) with each DPL (bits 5 and 6)."""
    targets = [(dpl, conforming) for dpl in range(4) for conforming in (False, True)]
    tries = "".join(f"""
    mov byte [spare + 13], {0x9A | dpl << 5 | conforming << 2}
    TRY
    ENTER_RING {CODE_OF[ring]}, DATA_{ring}, inside, ring{ring}_stack_end
    CAUGHT
    PRINT_FAULT
    PRINT [fault.cs]
""" for dpl, conforming in targets)
    got = protected(f"""
main:
    call protect
    mov eax, inside.target
    mov [spare], ax
    shr eax, 16
    mov [spare + 6], ax
    mov dword [spare + 2], {TARGET} | 0xec000000
    mov dword [spare + 8], 0x0000ffff
    mov dword [spare + 12], 0x00cf0000
{tries}
    ret
inside:
    {way} {GATE | 3}:0
    ud2
.target:
    int BACK_VECTOR
""")
    assert list(zip(got[::3], got[1::3], got[2::3])) == [
        end_of_transfer(way, ring, *target) for target in targets]


@pytest.mark.parametrize("ring, cc, counts", [
    (1, 0x40, True), (1, 0x80, False), (2, 0x40, True), (2, 0x80, False),
    (3, 0x40, False), (3, 0x80, True),
])
def test_rings_0_to_2_count_together(protected, ring, cc, counts):
    """Event 22h counts integer multiplies. The ring does a hundred; no other code does any."""
    got = protected(f"""
main:
    call protect
    mov eax, 0x22 | {cc}
    SET_MSR MSR_CESR
    TRY
    ENTER_RING CODE_{ring}, DATA_{ring}, inside, ring{ring}_stack_end
inside:
    mov ebx, 100
.turn:
    mul ecx
    dec ebx
    jnz .turn
    int BACK_VECTOR
    CAUGHT
    GET_MSR MSR_CTR0
    call print
    PRINT [fault.vector]
    ret
""")
    assert got == [100 if counts else 0, 0x30]


@pytest.mark.parametrize("ring", [1, 2, 3])
@pytest.mark.parametrize("what", ["hlt", "clts", "invd", "mov eax, cr0", "mov eax, dr0", "rdmsr",
                                  "lmsw ax", "in al, 0x80", "cli", "lgdt [scratch]"])
def test_only_ring_0_may(protected, ring, what):
    assert protected(f"""
main:
    call protect
    TRY
    ENTER_RING CODE_{ring}, DATA_{ring}, inside, ring{ring}_stack_end
inside:
    {what}
    ud2
    CAUGHT
    PRINT_FAULT
    mov eax, [fault.eip]
    sub eax, inside
    call print
    ret
""") == [GP, 0, 0]
