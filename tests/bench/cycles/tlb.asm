; SPDX-License-Identifier: MIT
; Data TLBs: 64 entries in 16 sets of 4 for 4 KB pages, 8 in 2 sets for 4 MB pages (Developer's
; Manual 2.5). Only counts: no source gives the clocks of a page walk.

; The first 4 MB are mapped to themselves by 4 KB pages, or the first 16 MB by 4 MB pages; accessed
; and dirty are set, so that no walk writes. Loading CR3 empties the TLBs, and the probe's own
; accesses load the pages of stack and region. A table read caused by a TLB miss counts as a
; noncacheable read (SDM, event 1Eh): two for a 4 KB page, one for a 4 MB page. The tables are never
; in the data cache, since writes do not allocate lines.

%include "bench/cycles.inc"

PAGE        equ 4096
LARGE_PAGE  equ 1024 * PAGE
ENTRY       equ 0x63                    ; present, writable, accessed, dirty
ENTRY_LARGE equ ENTRY | 0x80
CR0_PG      equ 1 << 31
CR4_PSE     equ 1 << 4
DATA        equ 2 * 1024 * 1024         ; pages from here on are only read
SAME_SET        equ 16 * PAGE               ; distance of two pages of a TLB set
STACK_PHYSICAL  equ 4 * 1024 * 1024 - 1     ; address bits of the stack that paging does not change

; IN: 1, a page directory. CHANGES: EAX.
%macro PAGING_BY 1
    mov eax, %1
    mov cr3, eax
    mov eax, cr0
    or eax, CR0_PG
    mov cr0, eax
    jmp short $ + 2
%endmacro

; Restores the original paging. CHANGES: EAX.
%macro PAGING_RESTORE 0
    mov eax, [found_cr0]
    mov cr0, eax
    jmp short $ + 2
    mov eax, [found_cr3]
    mov cr3, eax
%endmacro

section .bss
alignb PAGE
directory:          resd 1024
directory_large:    resd 1024
table:              resd 1024
found_cr0:          resd 1
found_cr3:          resd 1
found_cr4:          resd 1

section .text align=4096
tlb:
    CYCLES_ENTER
    and esp, STACK_PHYSICAL             ; these tables do not map the address that it is used at
    cld
    mov edi, table
    mov eax, ENTRY
    mov ecx, 1024
.page:
    stosd
    add eax, PAGE
    dec ecx
    jnz .page
    mov dword [directory], table + ENTRY
    mov dword [directory_large], ENTRY_LARGE
    mov dword [directory_large + 4], LARGE_PAGE + ENTRY_LARGE
    mov dword [directory_large + 8], 2 * LARGE_PAGE + ENTRY_LARGE
    mov dword [directory_large + 12], 3 * LARGE_PAGE + ENTRY_LARGE
    mov eax, cr0
    mov [found_cr0], eax
    mov eax, cr3
    mov [found_cr3], eax
    mov eax, cr4
    mov [found_cr4], eax
    or eax, CR4_PSE
    mov cr4, eax

    mov esi, regions                    ; pages in other sets than regions and stack
    shr esi, 12
    add esi, 5
    lea eax, [esp - 32]
    shr eax, 12
    xor eax, esi
    test al, 15
    jnz .free
    inc esi
.free:
    and esi, 15
    shl esi, 12
    add esi, DATA

; Three pages, each twice: the first access misses, the second hits.
WORK "region=0 data_read=6 data_tlb_miss=3 non_cacheable_memory_reads=6"
    PAGING_BY directory
    REGION_BEGIN 0
    mov eax, [DATA]
    mov eax, [DATA + PAGE]
    mov eax, [DATA + 2 * PAGE]
    mov eax, [DATA]
    mov eax, [DATA + PAGE]
    mov eax, [DATA + 2 * PAGE]
    REGION_END 0
    PAGING_RESTORE

; Four pages of one set, each twice: they all fit.
WORK "region=1 data_read=8 data_tlb_miss=4 non_cacheable_memory_reads=8"
    PAGING_BY directory
    REGION_BEGIN 1
%rep 2
    mov eax, [esi]
    mov eax, [esi + SAME_SET]
    mov eax, [esi + 2 * SAME_SET]
    mov eax, [esi + 3 * SAME_SET]
%endrep
    REGION_END 1
    PAGING_RESTORE

; Five pages of one set, each twice. All ten would miss with LRU. Pseudo-LRU has three bits per set,
; a tree, and a use points it away from its way. Pages 1 2 3 4 in ways 0 1 2 3 leave it at 0, and 5
; goes there. It points at 2, so 1, a miss, replaces 3. It points at 1, where 2 hits. It points at
; 3, so 3, a miss, replaces 4. It points at 0: 4, a miss, replaces 5. It points at 2: 5 misses.
; 5 + 4.
WORK "region=2 data_read=10 data_tlb_miss=9 non_cacheable_memory_reads=18"
    PAGING_BY directory
    REGION_BEGIN 2
%rep 2
    mov eax, [esi]
    mov eax, [esi + SAME_SET]
    mov eax, [esi + 2 * SAME_SET]
    mov eax, [esi + 3 * SAME_SET]
    mov eax, [esi + 4 * SAME_SET]
%endrep
    REGION_END 2
    PAGING_RESTORE

; INVLPG removes one page: it misses again, the other does not.
WORK "region=3 data_read=4 data_tlb_miss=3"
    PAGING_BY directory
    REGION_BEGIN 3
    mov eax, [DATA]
    mov eax, [DATA + PAGE]
    invlpg [DATA]
    mov eax, [DATA]
    mov eax, [DATA + PAGE]
    REGION_END 3
    PAGING_RESTORE

; Across two pages, which both miss: an access split in two looks up both.
WORK "region=4 data_read=2 data_tlb_miss=2 misaligned_data_memory_or_IO_references=1"
    PAGING_BY directory
    REGION_BEGIN 4
    mov eax, [DATA + PAGE - 2]
    REGION_END 4
    PAGING_RESTORE

; Pages of 4 MB: the first is the probe's own, two others miss once each.
WORK "region=5 data_read=6 data_tlb_miss=2 non_cacheable_memory_reads=2"
    PAGING_BY directory_large
    REGION_BEGIN 5
%rep 2
    mov eax, [DATA]
    mov eax, [DATA + LARGE_PAGE]
    mov eax, [DATA + 2 * LARGE_PAGE]
%endrep
    REGION_END 5
    PAGING_RESTORE

    mov eax, [found_cr4]
    mov cr4, eax
    CYCLES_LEAVE

BENCHMARK "data TLBs", tlb
