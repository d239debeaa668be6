; SPDX-License-Identifier: MIT
; Waits for an interrupt that never comes. In ring 0 the watchdog ends it; in ring 3 HLT is not
; allowed.

%include "bench/bench.inc"

section .text
halt:
    REGION_BEGIN 12
.again:
    hlt
    jmp .again
    REGION_END 12
    ret

BENCHMARK "halts", halt
