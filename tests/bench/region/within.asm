; SPDX-License-Identifier: MIT
; Regions whose probes are inside others, and the same code without them.
;
; Region 0 is a loop of 100 iterations with region 1 in each; region 2 is the loop with only the
; padding of region 1's begin. Regions 3 and 4 overlap: 3 contains a begin, 4 an end. Region 5 is
; entered 3 times and contains region 6 twice each time. Region 7 is separate.

%include "bench/bench.inc"

WORK "region=1 data_read=100"
WORK "region=2 data_read=100"

TURNS   equ 100
ENTRIES equ 3

section .text
within:
    push ebp
    mov ebp, TURNS
    REGION_BEGIN 0
.with:
    REGION_BEGIN 1
    mov eax, [esp]
    REGION_END 1
    dec ebp
    jnz near .with
    REGION_END 0

    mov ebp, TURNS
    REGION_BEGIN 2
.without:
    align 32
    mov eax, [esp]
    dec ebp
    jnz near .without
    REGION_END 2

    REGION_BEGIN 3
    REGION_BEGIN 4
    REGION_END 3
    REGION_END 4

    mov ebp, ENTRIES
.enter:
    REGION_BEGIN 5
    REGION_BEGIN 6
    REGION_END 6
    REGION_BEGIN 6
    REGION_END 6
    REGION_END 5
    dec ebp
    jnz near .enter
    REGION_BEGIN 7
    nop
    REGION_END 7
    pop ebp
    ret

BENCHMARK "regions with others' probes in them", within
