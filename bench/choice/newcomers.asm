; SPDX-License-Identifier: MIT
; Finds which entry is replaced in a full BTB set. Two branches that each iteration takes stay in
; the set if the oldest, or the pseudo-LRU, entry is replaced; random replacement evicts them half
; of the time.

; An iteration takes these two jumps and one to the next of 16 newcomers, in one set of 4 ways: 64
; bytes apart. One baseline has the two in another set, another also takes a clock more per
; iteration: half of it is less than a misprediction in two iterations. The jump to a newcomer has
; another target each time and is mispredicted in all regions.

%include "bench/cycles.inc"
%include "bench/findings.inc"

APART       equ 64
NEWCOMERS   equ 16
ROUNDS      equ 16
TURNS       equ NEWCOMERS * ROUNDS

; IN: a region, its name, the start of an iteration.
%macro TURNS_OF 3
    mov ebx, %3
    mov edx, 2
    call rounds
    mov edx, ROUNDS
    REGION_BEGIN %1
    call rounds
    REGION_END %1
    REGION_NAME %1, %2
%endmacro

section .text align=64
newcomers:
    CYCLES_ENTER
    TURNS_OF 0, "in their set", same_set
    TURNS_OF 1, "in another set", other_set
    TURNS_OF 2, "in another set, a clock more", other_set_later
    FINDING_YES "btb_keeps_the_latest", 0, 1, 2
    CYCLES_LEAVE

; IN: EBX, the start of an iteration; EDX, rounds.  CHANGES: EAX, ECX, EDX.
rounds:
    mov eax, newcomer
    mov ecx, NEWCOMERS
    jmp ebx
back:
    add eax, APART
    dec ecx
    jz .round
    jmp ebx
.round:
    dec edx
    jnz rounds
    ret

    align 64
same_set:
    jmp strict near .second
    align 64
.second:
    jmp strict near choose
    align 64
newcomer:
%rep NEWCOMERS
    jmp strict near back
    align 64
%endrep
    times 16 nop
other_set:
    jmp strict near other_second
    align 64
    times 32 nop
other_second:
    jmp strict near choose
    align 64
    times 8 nop
other_set_later:
    not edi
    jmp strict near other_second
choose:
    jmp eax

FINDINGS
BENCHMARK "whether new branches can evict old ones from the BTB", newcomers
