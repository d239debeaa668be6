; SPDX-License-Identifier: MIT
; The effect of DRAIN on the pipe in which a sequence starts (bench/cycles.inc): one MOV after
; SETTLE takes its own clock if it starts in U, and none if SETTLE's second NOP is in U and it goes
; to V.

%include "bench/cycles.inc"

section .text
drain:
    CYCLES_ENTER
    REGION_BEGIN 0                      ; (drain nop) (nop nop)
    DRAIN
    nop
    SETTLE
    REGION_END 0
    REGION_BEGIN 1                      ; (drain nop) (nop nop) (mov
    DRAIN
    nop
    SETTLE
    mov ecx, edx
    REGION_END 1
    REGION_BEGIN 2                      ; (drain nop) (nop
    DRAIN
    SETTLE
    REGION_END 2
    REGION_BEGIN 3                      ; (drain nop) (nop mov)
    DRAIN
    SETTLE
    mov ecx, edx
    REGION_END 3
    CYCLES_LEAVE

WORK "region=0 count_clocks=2"
WORK "less region=0 region=1 count_clocks=1"
WORK "less region=2 region=3 count_clocks=0"

BENCHMARK "where a sequence starts behind DRAIN and SETTLE", drain
