# SPDX-License-Identifier: MIT
"""Hot loops that are disturbed: translated code and the interpreter have the same results, equal to
those derived by hand. A loop is translated at its 64th iteration: see sim/cpu/translator."""
import pytest

TURNS = 600
EVERY = 128  # iterations between two disturbances: the loop becomes hot again in between
MASK = 0xFFFFFFFF

# A store to [EDI] and the resulting dword there: EAX is ECX, the remaining iterations.
STORES = {
    "mov [edi], eax": lambda old, turn: turn,
    "mov [edi], al": lambda old, turn: old & ~0xFF | turn & 0xFF,
    "mov [edi], ax": lambda old, turn: old & ~0xFFFF | turn,
    "mov byte [edi], 0x55": lambda old, turn: old & ~0xFF | 0x55,
    "add [edi], eax": lambda old, turn: old + turn & MASK,
    "inc byte [edi]": lambda old, turn: old & ~0xFF | old + 1 & 0xFF,
    "xchg [edi], eax": lambda old, turn: turn,
    "mov edx, esp\n lea esp, [edi + 4]\n push eax\n mov esp, edx": lambda old, turn: turn,
    "mov edx, esp\n lea esp, [edi + 4]\n push dword 77\n mov esp, edx": lambda old, turn: 77,
    "mov edx, ecx\n mov ecx, 1\n rep stosb\n mov ecx, edx":
        lambda old, turn: old & ~0xFF | turn & 0xFF,
    "stosd": lambda old, turn: turn,
    "mov [number], eax\n fild dword [number]\n fistp dword [edi]": lambda old, turn: turn,
}

PLACES = ("earlier", "next", "next block")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("store", STORES)
def test_store_into_a_hot_block(same, store, place):
    """Every 128th iteration stores to the immediate operand of an ADD, before the store, right
    after it, or after a jump; the others store elsewhere. The next execution must use the stored
    value."""
    add = """
    db 0x81, 0xc3                       ; ADD EBX, imm32
.patch: dd 1
"""
    lines = {name: add if name == place else "" for name in PLACES}
    prints = same(f"""
main:
    mov ecx, {TURNS}
    xor ebx, ebx
    fninit
.turn:
    {lines["earlier"]}
    mov eax, ecx
    mov edi, number + 8
    EVERY {EVERY}, .store
    mov edi, .patch
    jmp .store
.store:
    nop
    {store}
    {lines["next"]}
    jmp .more
.more:
    {lines["next block"]}
    dec ecx
    jnz .turn
    mov eax, ebx
    call print
    ret
section .data
number: dd 0, 0, 0, 0
section .text
""")
    total, value = 0, 1
    for turn in range(TURNS, 0, -1):
        if place == "earlier":
            total += value
        if turn % EVERY == 0:
            value = STORES[store](value, turn)
        if place != "earlier":
            total += value
    assert prints == [total & MASK]


def test_code_over_a_pages_end(same):
    """The operand of an ADD is on two pages. Every 128th iteration maps the second page to another
    one, where the operand's upper half is 3 instead of 0, or back to the first one."""
    prints = same(f"""
main:
    PAGING_ON
    mov esi, second                     ; on a page's first byte
    mov edi, far_page
    mov ecx, 1024
    rep movsd
    mov word [far_page], 3
    mov dword [exchanged], far_page + 7
    mov ecx, {TURNS}
    xor ebx, ebx
    jmp code
align 4096
    times 4096 - 10 nop
code:
    mov eax, ecx
    times 4 nop
    db 0x81, 0xc3, 1, 0                 ; ADD EBX, 1 or 30001h
second:
    db 0, 0
    EVERY {EVERY}, .next
    mov eax, second
    shr eax, 12
    mov edx, [exchanged]
    xchg edx, [pages + eax * 4]
    mov [exchanged], edx
    invlpg [second]
.next:
    dec ecx
    jnz code
    mov eax, ebx
    call print
    ret
    times 4096 nop
section .bss
exchanged: resd 1
""")
    total, value = 0, 1
    for turn in range(TURNS, 0, -1):
        total += value
        if turn % EVERY == 0:
            value ^= 0x30000
    assert prints == [total]


def test_one_code_at_two_addresses(same):
    """A routine is called alternately at its own address and at AWAY, which is the same page. Its
    CALL $+5 distinguishes the two. Each gets 300 of the 600 calls."""
    prints = same(f"""
main:
    PAGING_ON
    mov eax, routine
    and eax, ~4095
    or eax, 7
    mov [AWAY_PTE], eax
    invlpg [AWAY]
    mov ecx, {TURNS}
    xor ebx, ebx
    xor esi, esi
.turn:
    mov eax, routine
    test ecx, 1
    jnz .call
    mov eax, AWAY
.call:
    call eax
    dec ecx
    jnz .turn
    PRINT2 ebx, esi
    ret
align 4096
routine:
    add ebx, 7
    call .here
.here:
    pop edx
    cmp edx, AWAY
    jb .low
    inc esi
.low:
    ret
    times 4096 nop
""")
    assert prints == [TURNS * 7, TURNS // 2]


def test_division_error_in_a_hot_block(same):
    """Every 128th iteration the divisor is 0. The handler finds EBX incremented and the INC after
    DIV not yet executed, and divides by 3 instead of 0. This happens in 4 of 600 iterations: 512,
    384, 256 and 128."""
    prints = same(f"""
main:
    GATE 0, error
    mov ecx, {TURNS}
    xor ebx, ebx
    xor esi, esi
.turn:
    mov ebp, ecx
    and ebp, {EVERY - 1}
    add ebx, 5
    mov eax, 600
    xor edx, edx
    div ebp
    inc esi
    dec ecx
    jnz .turn
    PRINT2 ebx, esi
    PRINT2 [kept], [kept + 4]
    ret
error:
    mov ebp, 3
    inc dword [kept]
    sub ebx, 5
    add ebx, 105
    add [kept + 4], esi
    iret
""")
    assert prints == [TURNS * 5 + 400, TURNS, 4, sum(TURNS - turn for turn in (512, 384, 256, 128))]


def test_x87_store_that_faults(same):
    """FSTP of an inexact sum goes to a page that is missing every 128th iteration. In the handler
    its exception is not yet flagged and its operand not popped; afterwards both are done. FNSTENV
    in both places shows status, tag, the last instruction and operand."""
    prints = same(f"""
main:
    PAGING_ON
    GATE 14, fault
    fninit
    mov ecx, {TURNS}
.turn:
    fld qword [third]
    fld st0
    fmul st0, st1
    fnclex
    nop
    fadd qword [one]
    fnclex
.store:
    fstp dword [AWAY + 8]
    fstp st0
    EVERY {EVERY}, .next
    fnstenv [behind]
    fldenv [behind]
    and dword [AWAY_PTE], ~1
    invlpg [AWAY]
.next:
    dec ecx
    jnz .turn
    PRINT2 [before + 4], [before + 8]
    PRINT2 [behind + 4], [behind + 8]
    mov eax, [behind + 12]
    sub eax, .store
    call print
    PRINT2 [behind + 20], [kept]
    PRINT2 [AWAY + 8], 0
    ret
fault:
    fnstenv [before]
    fldenv [before]
    or dword [AWAY_PTE], 1
    inc dword [kept]
    add esp, 4
    iret
section .data
align 8
third: dq 0.333333333333333333
one: dq 1.0
section .bss
before: resd 7
behind: resd 7
""")
    # TOP is 6 in the handler, with two registers valid (R7 and R6), and then 0 again. The store of
    # 10/9 is inexact; it rounds up, but the following FSTP ST0 clears C1.
    assert prints[0] & 0xFFFF == 6 << 11 and prints[1] & 0xFFFF == 0x0FFF
    assert prints[2] & 0xFFFF == 0x0020 and prints[3] & 0xFFFF == 0xFFFF
    assert prints[4] == 6           # FSTP ST0, after the store of 6 bytes
    assert prints[5] == 0x3FF008    # the operand last used
    assert prints[6] == 4
    assert prints[7] == 0x3F8E38E4  # 10/9 in single precision
