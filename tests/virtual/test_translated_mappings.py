# SPDX-License-Identifier: MIT
"""Hot loops whose pages, segments and rings change while they run: translated and interpreted code
have the same results."""
import pytest

TURNS = 600
EVERY = 128  # iterations between two disturbances: the loop becomes hot again in between
DISTURBED = [turn for turn in range(TURNS, 0, -1) if turn % EVERY == 0]  # 4 iterations


def test_other_mapping_of_hot_data(same):
    """A hot loop reads AWAY. Every 128th iteration exchanges its page, alternately with INVLPG and
    with a load of CR3."""
    prints = same(f"""
main:
    PAGING_ON
    mov dword [scratch], 5
    mov dword [scratch + 4096], 9
    mov eax, scratch + 7
    mov [AWAY_PTE], eax
    invlpg [AWAY]
    mov ecx, {TURNS}
    xor ebx, ebx
.turn:
    add ebx, [AWAY]
    inc dword [AWAY + 8]
    EVERY {EVERY}, .next
    mov eax, scratch + 7
    mov edx, scratch + 4096 + 7
    xor eax, edx
    xor [AWAY_PTE], eax
    test ecx, {EVERY}
    jz .all
    invlpg [AWAY]
    jmp .next
.all:
    mov eax, cr3
    mov cr3, eax
.next:
    dec ecx
    jnz .turn
    PRINT2 ebx, [scratch + 8]
    PRINT2 [scratch + 4096 + 8], 0
    ret
""")
    first = 89 + 128 + 127  # iterations 600 to 512, 383 to 256, 127 to 1
    second = TURNS - first
    assert prints == [5 * first + 9 * second, first, second, 0]


def test_page_made_read_only_under_a_hot_store(same):
    """Every 128th iteration makes the page read-only, and the fault's handler makes it writable
    again. D and A of the entry, also cleared then, are set by the next store."""
    assert same(f"""
main:
    PAGING_ON
    GATE 14, fault
    mov ecx, {TURNS}
.turn:
    mov eax, [AWAY]
    inc eax
    mov [AWAY], eax
    add dword [AWAY + 4], 2
    EVERY {EVERY}, .next
    and dword [AWAY_PTE], ~0x62
    invlpg [AWAY]
.next:
    dec ecx
    jnz .turn
    PRINT2 [AWAY], [AWAY + 4]
    mov eax, [AWAY_PTE]
    and eax, 0x60
    call print
    PRINT2 [kept], [kept + 4]
    ret
fault:
    push eax
    mov eax, [esp + 4]
    add [kept + 4], eax                 ; 3: present, a write
    or dword [AWAY_PTE], 2
    invlpg [AWAY]
    inc dword [kept]
    pop eax
    add esp, 4
    iret
""") == [TURNS, 2 * TURNS, 0x60, len(DISTURBED), 3 * len(DISTURBED)]


def test_rings_share_hot_code(same):
    """One routine is called 600 times, alternating after each 100 between ring 3 and ring 0."""
    assert same(f"""
%include "protected.inc"
main:
    call protect
    xor ebx, ebx
    mov edi, 3
.both:
    mov ecx, 100
    call work
    TRY
    push edi
    ENTER_RING CODE_3, DATA_3, .user, ring3_stack_end
.user:
    mov ecx, 100
    call work
    int BACK_VECTOR
    CAUGHT
    dec edi
    jnz .both
    PRINT2 ebx, [cell]
    ret
work:
    add ebx, ecx
    push ebx
    inc dword [cell]
    pop edx
    dec ecx
    jnz work
    ret
section .bss
alignb 4
cell: resd 1
""") == [6 * 5050, 600]


@pytest.mark.parametrize("segment", ["ds", "es", "ss"])
def test_segment_with_a_limit(same, segment):
    """Every 100 iterations the segment of a hot routine changes between a limit with a base and
    flat."""
    prints = same(f"""
%include "protected.inc"
main:
    call protect
    mov dword [spare], 0x00000fff       ; 4 KB from `scratch` on
    mov dword [spare + 4], 0x00409300
    DESCRIPTOR_BASE protected_gdt + SPARE, scratch
    mov dword [scratch + 8], 3
    mov edi, 3
    xor ebx, ebx
.both:
    mov ecx, 100
    mov esi, scratch
    call work
    mov eax, SPARE
    mov {segment}, eax
    xor esi, esi
    {"mov edx, esp" if segment == "ss" else ""}
    {"mov esp, 4096" if segment == "ss" else ""}
    mov ecx, 100
    call work
    mov eax, DATA_0
    mov {segment}, eax
    {"mov esp, edx" if segment == "ss" else ""}
    dec edi
    jnz .both
    PRINT2 ebx, [scratch + 12]
    ret
work:
    add ebx, [{segment}:esi + 8]
    inc dword [{segment}:esi + 12]
    dec ecx
    jnz work
    ret
""")
    assert prints == [1800, 600]
