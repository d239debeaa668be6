; SPDX-License-Identifier: MIT
; Walks a list and adds up its values.

; Counts of region 0, derived from the code below, for 2048 nodes:
;   instructions   5 per node.
;   v-pipe         2 per node: the two loads (from different banks), ADD with TEST. JNZ is alone.
;   data           2 reads per node; branches: one per node.
;   clocks         3 per node if nothing misses.

%include "bench/bench.inc"

WORK "region=walk instructions_executed=5*2048 instructions_executed_in_v_pipe=2*2048"
WORK "region=walk data_read=2*2048 data_write=0 branches=2048 bank_conflicts=0"

global list_walk

section .text

; IN: the first node.  OUT: EAX, the sum.
list_walk:
    mov edx, [esp + 4]
    xor eax, eax
    REGION_BEGIN 0
.node:
    mov ecx, [edx + 4]
    mov edx, [edx]
    add eax, ecx
    test edx, edx
    jnz .node
    REGION_END 0
    ret
