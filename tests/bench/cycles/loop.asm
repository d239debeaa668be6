; SPDX-License-Identifier: MIT
; Whole loops, to which several rules apply. Counters are set before the region, so that no such
; instruction pairs with the first iteration.
;
; JNZ is predicted while it is taken and mispredicted at the end: 4 clocks in V, 3 in U. All data is
; in the frame and in the cache.

%include "bench/cycles.inc"

section .text align=4096
loops:
    CYCLES_ENTER
    mov edi, ebx
    xor eax, eax
    mov ecx, 64
    rep stosd

; The loop of the thesis's Figure 5.3: (add dec) | jns, in U: 100 x 2 + 3.
WORK "region=0 count_clocks=203 instructions_executed=300 instructions_executed_in_v_pipe=100"
WORK "region=0 branches=100 btb_hits=100 pipeline_flushes=1"
    mov eax, 99
    REGION_BEGIN 0
.thesis:
    add edx, 2
    dec eax
    jns .thesis
    REGION_END 0

; The shortest loop: (dec jnz): 100 + 4.
WORK "region=1 count_clocks=104 instructions_executed=200 instructions_executed_in_v_pipe=100"
    mov ecx, 100
    REGION_BEGIN 1
.shortest:
    dec ecx
    jnz .shortest
    REGION_END 1

; A sum from memory: (add add) 2 | (dec jnz) 1. ESI has a clock to become ready: 1 + 60 x 3 + 4.
WORK "region=2 count_clocks=185 data_read=60 pipeline_stalled_address_generation_interlock=0"
WORK "region=2 instructions_executed_in_v_pipe=121"
    mov ecx, 60
    REGION_BEGIN 2
    SETTLE
.sum:
    add eax, [esi]
    add esi, 4
    dec ecx
    jnz .sum
    REGION_END 2
    mov esi, ebx

; The same with a load ahead and an index: (add mov) | (inc jnz), but the index has no clock to
; become ready: +1 in all iterations but the first. 1 + 60 x 2 + 59 + 4.
WORK "region=3 count_clocks=184 data_read=60 pipeline_stalled_address_generation_interlock=59"
WORK "region=3 instructions_executed_in_v_pipe=121"
    mov ecx, -60
    REGION_BEGIN 3
    SETTLE
.index:
    add eax, edx
    mov edx, [esi + ecx * 4 + 240]
    inc ecx
    jnz .index
    REGION_END 3

; Copies 8 bytes per iteration: (mov mov) | (mov mov) | (add add) | (dec jnz): 1 + 16 x 4 + 4.
WORK "region=4 count_clocks=69 data_read=32 data_write=32 bank_conflicts=0"
WORK "region=4 memory_accesses_in_both_pipes=32 instructions_executed_in_v_pipe=65"
    lea edi, [ebx + 128]
    mov ecx, 16
    REGION_BEGIN 4
    SETTLE
.copy:
    mov eax, [esi]
    mov edx, [esi + 4]
    mov [edi], eax
    mov [edi + 4], edx
    add esi, 8
    add edi, 8
    dec ecx
    jnz .copy
    REGION_END 4
    mov esi, ebx

; A loop of 3 in one of 5. mov | (dec jnz) three times, mispredicted at its end | (dec jnz):
; 5 x (1 + 3 + 4 + 1) + 4.
WORK "region=5 count_clocks=49 branches=20 btb_hits=20 pipeline_flushes=6"
WORK "region=5 instructions_executed_in_v_pipe=20"
    mov edx, 5
    REGION_BEGIN 5
.outer:
    mov ecx, 3
.inner:
    dec ecx
    jnz .inner
    dec edx
    jnz .outer
    REGION_END 5

; A scalar product of zeros. FLD at 0, FMUL at 1, its result at 4, FADDP at 4, (add dec) at 5, JNZ
; in U at 6: 1 + 20 x 7 + 3.
WORK "region=6 count_clocks=144 flops=40 instructions_executed_in_v_pipe=21"
WORK "region=6 pipeline_stalled_address_generation_interlock=0"
    fninit
    fldz
    mov ecx, 20
    REGION_BEGIN 6
    SETTLE
.product:
    fld qword [esi]
    fmul qword [esi + 8]
    faddp st1, st0
    add esi, 8
    dec ecx
    jnz .product
    REGION_END 6
    mov esi, ebx

; The same with two integer pairs where FADDP would wait: the product is ready when it starts. FLD
; at 0, FMUL at 1, pairs at 2 and 3, FADDP at 4, (add dec) at 5, JNZ at 6: the same 7.
WORK "region=7 count_clocks=144 flops=40 instructions_executed_in_v_pipe=61"
    mov ecx, 20
    REGION_BEGIN 7
    SETTLE
.overlap:
    fld qword [esi]
    fmul qword [esi + 8]
    nop
    nop
    nop
    nop
    faddp st1, st0
    add esi, 8
    dec ecx
    jnz .overlap
    REGION_END 7
    fninit
    CYCLES_LEAVE

BENCHMARK "whole loops", loops
