# SPDX-License-Identifier: MIT
"""Updates of the data TLB by translated code, with one set (P55C) or sixteen (P54C), also for large
pages that the processor reads itself, and CR2 of an access across two pages."""
import pytest

DATA_TLB_MISS = 0x02 | 3 << 6  # in rings 0 to 3


@pytest.mark.parametrize("how", [("-translate-after", "1"), ("-exact",)])
@pytest.mark.parametrize("cpu, evicted", [("p54c", 1), ("p55c", 2)])
def test_which_page_leaves(guest, cpu, evicted, how):
    """Pages 0 to 63 enter an empty TLB, and page 0 is read after each. Then 64 and 65 are read,
    with page 0 in between.

    P55C, one set of 64 ways: free ways are used first, so page n is in way n. The tree points away
    from the last used way. When 64 enters, page 0, in the left half, was used last, so the right
    half is older. In it 63 was last, so the older quarter is 32 to 47, and within it the left
    halves are older: 32 is replaced. When 65 enters, page 0 was used last, so again the right half
    is older; in it 64, in way 32, was last, so the older quarter is from 48 on, where 63 was last:
    48 is replaced. If the uses of page 0 were not recorded, page 0 would be replaced.

    P54C, set n % 16, four ways: in set 0 page 0 was the last used of 0, 16, 32, 48, so the right
    pair is older, and in it 32. In set 1 no page is used again, so 1, the first, is replaced. So 0,
    16 and 33 remain; of 48 and 32 both miss on one processor, and only 32 on the other."""
    kernel = guest(f"""
%include "translated.inc"
PAGE equ 0x200000
main:
    PAGING_ON
    mov edi, 3
.again:
    call measured
    dec edi
    jnz .again
    mov eax, [kept]
    call print
    mov eax, [kept + 4]
    call print
    mov eax, [kept + 8]
    jmp print
measured:
    xor eax, eax
    SET_MSR MSR_CESR
    xor eax, eax
    SET_MSR MSR_CTR0
    mov eax, {DATA_TLB_MISS}
    SET_MSR MSR_CESR
    mov eax, cr3
    mov cr3, eax
    mov esi, PAGE
.fill:
    mov al, [esi]
    mov al, [PAGE + 64]
    add esi, 4096
    cmp esi, PAGE + 66 * 4096
    jb .fill
    GET_MSR MSR_CTR0
    mov ebx, eax
    mov al, [PAGE + 64]
    mov al, [PAGE + 64 + 16 * 4096]
    mov al, [PAGE + 64 + 33 * 4096]
    mov al, [PAGE + 64]
    GET_MSR MSR_CTR0
    mov ebp, eax
    mov al, [PAGE + 64 + 48 * 4096]
    mov al, [PAGE + 64 + 32 * 4096]
    GET_MSR MSR_CTR0
    sub eax, ebp
    sub ebp, ebx
    mov [kept], ebx
    mov [kept + 4], ebp
    mov [kept + 8], eax
    ret
""")
    assert kernel.numbers("-cpu", cpu, *how) == [66, 0, evicted]


@pytest.mark.parametrize("how", [("-translate-after", "1"), ("-exact",)])
@pytest.mark.parametrize("again, hits, evicted", [("", (), 2), ("LOAD 2", (2, 4, 8), 6)])
def test_descriptors_in_large_pages_replace_large_pages(guest, again, hits, evicted, how):
    """An instruction reads large page 2. Then segment loads read descriptors from pages 4, 6, 8 and
    10. The P54C has two sets of four ways for large pages (Pentium Developer's Manual, 2.5). Even
    page numbers share a set, so page 10 replaces one of the other four: 2, which was used first.

    If page 2 is read again after each descriptor, it is in way 0 and 4, 6, 8 are in ways 1, 2, 3.
    The tree points away from the last used way. When 10 enters, page 2 was used last, so the right
    pair is older, and in it 6, since 8 was used after it."""
    count = ["GET_MSR MSR_CTR0", "push eax"]
    loads = [f"LOAD {page}" for page in hits]
    reads = "\n".join([*count, *loads, *count, f"LOAD {evicted}", *count])
    kernel = guest(f"""
%include "translated.inc"
%include "protected.inc"
%macro LOAD 1                           ; by an instruction
    mov al, [far_page + (%1 << 22)]
%endmacro
ldt equ kept + 16                       ; in the 4 KB after far_page
%macro LOAD_DESCRIPTOR 1                ; by the processor
    DESCRIPTOR_BASE protected_gdt + SPARE, ldt + (%1 << 22)
    mov eax, SPARE
    lldt ax
    mov eax, 4
    mov es, eax
    {again}
%endmacro
main:
    call protect
    mov dword [ldt], 0x0000ffff
    mov dword [ldt + 4], 0x00cf9300
    mov dword [spare], 7
    mov dword [spare + 4], 0x8200
    PAGING_ON
%assign page 2
%rep 5
    mov dword [directory + page * 4], 0xe3 ; large, D, A, writable, present: physical address 0
%assign page page + 2
%endrep
    mov eax, cr4
    or eax, 0x10                        ; PSE
    mov cr4, eax
    mov eax, {DATA_TLB_MISS}
    SET_MSR MSR_CESR
    mov edi, 3
.again:
    call measured
    dec edi
    jnz .again
    mov eax, [kept]
    call print
    mov eax, [kept + 4]
    jmp print
measured:
    mov eax, cr3
    mov cr3, eax
    push eax                            ; the stack's page is in the TLB from here on
    LOAD 2
    LOAD_DESCRIPTOR 4
    LOAD_DESCRIPTOR 6
    LOAD_DESCRIPTOR 8
    LOAD_DESCRIPTOR 10
{reads}
    pop ecx
    pop eax
    pop edx
    sub ecx, eax
    sub eax, edx
    mov [kept], eax
    mov [kept + 4], ecx
    pop eax
    ret
""")
    assert kernel.numbers("-cpu", "p54c", *how) == [0, 1]


@pytest.mark.parametrize("store", ["fnstenv [esi]", "fnsave [esi]", "insd", "insw",
                                   "mov [esi], eax", "fstp qword [esi]", "fistp word [esi]"])
def test_address_of_the_second_page(same, store):
    """The page of AWAY is absent, and an operand begins a byte before it. The missing byte is the
    page's first (SDM volume 3, 4.7: CR2 has the linear address whose translation faulted)."""
    assert same(f"""
main:
    PAGING_ON
    GATE 14, fault
    fninit
    mov ecx, 300
.turn:
    fldz
    mov esi, AWAY - 4096
    mov edi, esi
    mov edx, 0x99
    mov dword [resume], .there
    {store}
.there:
    fninit
    fldz
    mov esi, AWAY - 1
    mov edi, esi
    mov dword [resume], .next
    test ecx, 127
    jnz .next
    and dword [AWAY_PTE], ~1
    invlpg [AWAY]
    {store}
    or dword [kept], -1                 ; not reached
.next:
    fninit
    dec ecx
    jnz .turn
    PRINT2 [kept], [kept + 4]
    ret
fault:
    mov eax, cr2
    sub eax, AWAY
    add [kept], eax
    inc dword [kept + 4]
    or dword [AWAY_PTE], 1
    invlpg [AWAY]
    add esp, 4
    mov eax, [resume]
    mov [esp], eax
    iret
section .bss
resume: resd 1
section .text
""") == [0, 2]
