; SPDX-License-Identifier: MIT
; Calls itself until its stack is used up. The page below the stack is not mapped. The fault cannot
; be pushed in ring 0 either, so it is a double fault there; in ring 3 it is a page fault.

%include "bench/bench.inc"

section .text
stack_overrun:
    REGION_BEGIN 3
.again:
    call .again
    REGION_END 3
    ret

BENCHMARK "uses up its stack", stack_overrun
