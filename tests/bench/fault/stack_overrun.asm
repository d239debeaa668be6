; SPDX-License-Identifier: MIT
; Calls itself until its stack is used up. The page below it is not there; as the fault for that
; cannot be pushed in ring 0 either, it is a double fault there, and a page fault in ring 3.

%include "bench/bench.inc"

section .text
stack_overrun:
    REGION_BEGIN 3
.again:
    call .again
    REGION_END 3
    ret

BENCHMARK "uses up its stack", stack_overrun
