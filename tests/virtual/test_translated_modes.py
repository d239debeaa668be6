# SPDX-License-Identifier: MIT
"""Hot loops while the processor's state changes: debug registers, TF, caches, branch prediction,
x87 control, interrupts, snoops. Translated and interpreted code have the same results."""
import pytest

TURNS = 600
EVERY = 128  # iterations between two disturbances: the loop becomes hot again in between

DISTURBED = [turn for turn in range(TURNS, 0, -1) if turn % EVERY == 0]  # 4 iterations


def test_trap_flag_set_in_a_hot_loop(same):
    """POPFD sets TF every 128th iteration. The handler lets 3 instructions pass before it clears
    TF, so it is entered 4 times for each; the INC executes in all iterations."""
    assert same(f"""
main:
    GATE 1, trapped
    mov ecx, {TURNS}
    xor ebx, ebx
    xor esi, esi
.turn:
    EVERY {EVERY}, .plain
    pushfd
    or dword [esp], 0x100
    popfd
.plain:
    inc ebx
    add esi, ebx
    xor eax, eax
    dec ecx
    jnz .turn
    PRINT2 ebx, [kept]
    ret
trapped:
    inc dword [kept]
    inc dword [kept + 4]
    cmp dword [kept + 4], 4
    jb .on
    mov dword [kept + 4], 0
    and dword [esp + 8], ~0x100
.on:
    iret
""") == [TURNS, 4 * len(DISTURBED)]


# DR7 with breakpoint 0 enabled: R/W and LEN in bits 16 to 19.
KINDS = {"execute": (0x2, "hot.here"), "write": (0xD0002, "cell"), "access": (0xF0002, "cell"),
         "write to code": (0xD0002, "hot.here")}


@pytest.mark.parametrize("kind", KINDS)
def test_breakpoint_armed_in_a_hot_run(same, kind):
    """The breakpoint is armed for 16 of 128 iterations. On an instruction it is met once per
    iteration (RF lets it pass), on data once by the write, and twice with the read. The code is not
    written to."""
    dr7, place = KINDS[kind]
    met = {"execute": 1, "write": 1, "access": 2, "write to code": 0}[kind]
    prints = same(f"""
main:
    GATE 1, met
    mov eax, {place}
    mov dr0, eax
    mov ecx, {TURNS}
    xor ebx, ebx
.turn:
    call hot
    EVERY {EVERY}, .not
    mov eax, {dr7:#x}
    mov dr7, eax
.not:
    mov eax, ecx
    and eax, {EVERY - 1}
    cmp eax, {EVERY - 16}
    jne .on
    xor eax, eax
    mov dr7, eax
.on:
    dec ecx
    jnz .turn
    xor eax, eax
    mov dr7, eax
    PRINT2 ebx, [kept]
    ret
hot:
    mov eax, ecx
.here:
    add ebx, eax
    mov [cell], ebx
    mov edx, [cell]
    ret
met:
    inc dword [kept]
    or dword [esp + 8], 0x10000
    iret
section .bss
alignb 4
cell: resd 1
""")
    # It is armed after the call of iteration N and met in the iterations N - 1 to N - 16.
    assert prints == [TURNS * (TURNS + 1) // 2, met * 16 * len(DISTURBED)]


@pytest.mark.parametrize("place, kind, met", [
    ("hot.here", 0, TURNS), ("cell", 0xD0000, TURNS), ("cell", 0xF0000, 2 * TURNS), ("0", 0, None)])
@pytest.mark.parametrize("number", range(4))
def test_matches_counted_while_hot(same, place, kind, met, number):
    """Events 23h to 26h count the matches of DR0 to DR3, which are not enabled."""
    prints = same(f"""
main:
    mov eax, {place}
    mov dr{number}, eax
    mov eax, {kind << 4 * number:#x}
    mov dr7, eax
    mov eax, {0xC0 | 0x23 + number}
    SET_MSR MSR_CESR
    xor eax, eax
    SET_MSR MSR_CTR0
    mov ecx, {TURNS}
.turn:
    call hot
    dec ecx
    jnz .turn
    GET_MSR MSR_CTR0
    call print
    ret
hot:
    mov eax, ecx
.here:
    add ebx, eax
    mov [cell], ebx
    mov edx, [cell]
    ret
section .bss
alignb 4
cell: resd 1
""")
    assert met is None or prints == [met]


CHANGES = {
    "caches off": "mov eax, cr0\n xor eax, 0x40000000\n mov cr0, eax",
    "write-through": "mov eax, cr0\n xor eax, 0x60000000\n mov cr0, eax\n wbinvd",
    "WBINVD": "wbinvd",
    "INVD of clean caches": "wbinvd\n invd",
    "TLBs flushed": "mov eax, cr3\n mov cr3, eax",
    "no prediction": "xor dword [kept], 1\n mov eax, [kept]\n SET_MSR MSR_TR12",
    "one pipe": "xor dword [kept], 4\n mov eax, [kept]\n SET_MSR MSR_TR12",
    "counters": "xor dword [kept], 0x00cd00c0\n mov eax, [kept]\n SET_MSR MSR_CESR",
    "task switched": "mov eax, cr0\n xor eax, 8\n mov cr0, eax",
    "emulation": "mov eax, cr0\n xor eax, 4\n mov cr0, eax",
    "rounding": "xor word [kept], 0x0c00\n fldcw [kept + 16]",
    "precision": "xor word [kept + 16], 0x0300\n fldcw [kept + 16]",
    "unmasked": "xor word [kept + 16], 0x0020\n fldcw [kept + 16]",
    "stack moved": "fincstp",
    "stack fuller": "ffree st3\n fld1",
    "MMX": "cmp byte [mmx], 0\n je $ + 4\n emms",
}
HOT = """
hot:                                    ; some of everything, 24 turns
    mov edx, 24
.turn:
    mov eax, [data + edx * 4]
    add eax, ebx
    adc [data + edx * 4 + 4], eax
    fld qword [number]
    fadd qword [number + 8]
    fmul st0, st0
    fstp qword [number + 16]
    add ebx, [number + 16]
    rol ebx, 1
    push ebx
    xor esi, [esp]
    pop eax
    cmp al, bl
    jb .less
    inc esi
.less:
    dec edx
    jnz .turn
    ret
section .data
align 8
number: dq 0.1, 0.7, 0.0
data: times 32 dd 0x87654321
mmx: dd 0
section .text
"""


@pytest.mark.parametrize("change", CHANGES)
def test_state_changed_under_a_hot_loop(same, change):
    """The state changes to and fro every 4th of 40 rounds of the hot loop; exceptions 7 and 16 are
    counted."""
    same(f"""
main:
    GATE 7, no_x87
    GATE 16, error
    mov eax, cr0
    or eax, 0x20                        ; NE
    mov cr0, eax
    fninit
    fnstcw [kept + 16]
    xor edx, edx
    mov eax, 1
    cpuid
    shr edx, 23
    and edx, 1
    mov [mmx], edx
    xor ebx, ebx
    xor esi, esi
    mov ecx, 40
.round:
    call hot
    PRINT2 ebx, esi
    rdtsc
    call print
    EVERY 4, .next
    push ecx
    {CHANGES[change]}
    pop ecx
.next:
    dec ecx
    jnz .round
    clts
    mov eax, cr0
    and eax, ~4
    mov cr0, eax
    fnstenv [kept]
    PRINT2 [kept], [kept + 4]
    PRINT2 [counted], [counted + 4]
    ret
no_x87:
    push eax
    inc dword [counted]
    mov eax, cr0
    and eax, ~12
    mov cr0, eax
    pop eax
    iret
error:
    inc dword [counted + 4]
    fnclex
    iret
section .bss
counted: resd 2
section .text
{HOT}
""", alike=False)


AROUND = {
    "a reader of the data": "-snoop {data},97", "a writer of the data": "-snoop {data},97,write",
    "a reader of the code": "-snoop {code},97", "a writer of the code": "-snoop {code},97,write",
    "SMIs": "-smi 3000,700", "rough silicon": "-silicon rough -errata off",
}


@pytest.mark.parametrize("around", AROUND)
def test_disturbed_from_outside(same, guest, around):
    """Compares the results and the clocks read in every round of 60 rounds; the same with the
    timer's interrupt every 500 ticks of 1.19 MHz, about 42,000 clocks."""
    source = f"""
%include "devices.inc"
main:
    PIC_INIT 0xfe, 0xff
    LINE 0, tick
    OUT8 0x43, 0x34
    OUT8 0x40, 500 & 255
    OUT8 0x40, 500 >> 8
    sti
    fninit
    xor ebx, ebx
    xor esi, esi
    mov ecx, 60
.round:
    call hot
    PRINT2 ebx, esi
    rdtsc
    call print
    dec ecx
    jnz .round
    cli
    PRINT2 [ticks], 0
    ret
tick:
    inc dword [ticks]
    push eax
    mov al, 0x20
    out PIC_MASTER, al
    pop eax
    iret
section .bss
alignb 4
ticks: resd 1
section .text
{HOT}
"""
    at = guest(f'%include "translated.inc"\n{source}').symbols()
    options = AROUND[around].format(data=hex(at["data"] + 32), code=hex(at["hot"] + 8))
    prints = same(source, *options.split(), alike=False)
    assert prints[-2] > 0
