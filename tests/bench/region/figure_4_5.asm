; SPDX-License-Identifier: MIT
; Three regions entered 1, 100 and 1 times, with the branches of the thesis's Figure 4.5.
;
; Each region is a loop that ends in one JNZ: the number of branches is that of iterations, 797,
; 100 x 39 and 174. In the warm state the BTB contains each JNZ from the run before, so each is a
; hit. (The thesis has fewer BTB hits, and they vary: its benchmark is a compiled program.)

%include "bench/bench.inc"

WORK "region=0 branches=797 btb_hits=797"
WORK "region=1 branches=3900 btb_hits=3900"
WORK "region=2 branches=174 btb_hits=174"

; IN: the region, the iterations of its loop.
%macro TURNS 2
    mov ecx, %2
    REGION_BEGIN %1
%%turn:
    dec ecx
    jnz %%turn
    REGION_END %1
%endmacro

section .text
figure:
    TURNS 0, 797
    mov edx, 100
.again:
    TURNS 1, 39
    dec edx
    jnz near .again
    TURNS 2, 174
    ret

BENCHMARK "regions entered 1, 100 and 1 times (Figure 4.5)", figure
