; SPDX-License-Identifier: MIT
; A jump through a register that visits 1 to 8 targets in rotation. The BTB stores one target per
; branch, the last one.

; An iteration loads a list's next target into EAX, jumps to it, and jumps back. 32 uncounted
; iterations precede the 32 of a region, so that the jump has a last target. If there is more than
; one target, each of the region's jumps goes to another address than the one before.
;   one target    (mov add) 1 | jmp eax 2 | jmp 1 | (dec jnz) 1: 32 x 5 = 160 clocks
;   n targets     32 x (5 + 3), and on a P55C 32 x (5 + 4): the jump is mispredicted
;
; All regions also have: CALL 1; MOV ECX pairs with the first MOV and leaves ADD alone, 1; JNZ is
; mispredicted at the end, in V, 4 or on a P55C 5; RET 2, and 3 more without a return stack, as its
; target is not the last one: 11 clocks, 9 on a P55C. Branches: 32 x 3, CALL and RET.

%include "bench/bench.inc"
%include "bench/findings.inc"

%define TURNS   32

; IN: the region; the list.
%macro BY_LIST 2
    mov edx, %2
    call turns
    mov edx, %2
    REGION_BEGIN %1
    call turns
    REGION_END %1
%endmacro

; IN: a number of targets.
%macro LIST 1
    align 4
list_%1:
%assign %%i 0
%rep TURNS
    %assign %%target %%i % %1
    dd target_%[%%target]
    %assign %%i %%i + 1
%endrep
%endmacro

section .text align=32
indirect:
    BY_LIST 0, list_1
    BY_LIST 1, list_2
    BY_LIST 2, list_3
    BY_LIST 3, list_4
    BY_LIST 4, list_8
    ret

turns:
    mov ecx, TURNS
.turn:
    mov eax, [edx]
    add edx, 4
    jmp eax
%assign i 0
%rep 8
target_%[i]:
    jmp short back
%assign i i + 1
%endrep
back:
    dec ecx
    jnz turns.turn
    ret

section .rodata
    LIST 1
    LIST 2
    LIST 3
    LIST 4
    LIST 8

    REGION_NAME 0, "1 target"
    REGION_NAME 1, "2 targets"
    REGION_NAME 2, "3 targets"
    REGION_NAME 3, "4 targets"
    REGION_NAME 4, "8 targets"
    FINDING "indirect_2_targets", 1, 0, TURNS
    FINDING "indirect_3_targets", 2, 0, TURNS
    FINDING "indirect_4_targets", 3, 0, TURNS
    FINDING "indirect_8_targets", 4, 0, TURNS

WORK "cpu=p54c region=0 count_clocks=171 branches=98 btb_hits=98 pipeline_flushes=2"
WORK "cpu=p54c region=1 count_clocks=267 branches=98 btb_hits=98 pipeline_flushes=34"
WORK "cpu=p54c region=2 count_clocks=267 branches=98 btb_hits=98 pipeline_flushes=34"
WORK "cpu=p54c region=3 count_clocks=267 branches=98 btb_hits=98 pipeline_flushes=34"
WORK "cpu=p54c region=4 count_clocks=267 branches=98 btb_hits=98 pipeline_flushes=34"
WORK "cpu=p55c region=0 count_clocks=169 branches=98 btb_hits=98 pipeline_flushes=1"
WORK "cpu=p55c region=1 count_clocks=297 branches=98 btb_hits=98 pipeline_flushes=33"
WORK "cpu=p55c region=2 count_clocks=297 branches=98 btb_hits=98 pipeline_flushes=33"
WORK "cpu=p55c region=3 count_clocks=297 branches=98 btb_hits=98 pipeline_flushes=33"
WORK "cpu=p55c region=4 count_clocks=297 branches=98 btb_hits=98 pipeline_flushes=33"

FINDINGS
BENCHMARK "an indirect jump to several targets in turn", indirect
