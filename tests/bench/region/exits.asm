; SPDX-License-Identifier: MIT
; A numbered region that has a name and two ends, entered four times and left twice at each.
;
; ECX is 4, 3, 2, 1. TEST and JZ run each time; 3 NOPs follow them if ECX is odd, 5 if it is even:
; 4 x 2 + 2 x 3 + 2 x 5 instructions, 4 branches.

%include "bench/bench.inc"

WORK "region=40 instructions_executed=24 branches=4"

    REGION_NAME 40, "two ways out"

section .text
exits:
    mov ecx, 4
.again:
    REGION_BEGIN 40
    test cl, 1
    jz .even
    times 3 nop
    REGION_END 40
    jmp .next
.even:
    times 5 nop
    REGION_END 40
.next:
    dec ecx
    jnz .again
    ret

BENCHMARK "a region with two ends", exits
