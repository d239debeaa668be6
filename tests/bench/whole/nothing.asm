; SPDX-License-Identifier: MIT
; A run that executes no probe: its region is jumped over.

%include "bench/bench.inc"

section .text
nothing:
    jmp near .over
    REGION_BEGIN 0
    REGION_END 0
.over:
    ret

BENCHMARK "a region that is not entered", nothing
