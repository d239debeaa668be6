; SPDX-License-Identifier: MIT
; Disables interrupts and halts: only an NMI ends it. In ring 3 CLI is not allowed.

%include "bench/bench.inc"

section .text
deaf_halt:
    REGION_BEGIN 1
    cli
.again:
    hlt
    jmp .again
    REGION_END 1
    ret

BENCHMARK "halts with interrupts disabled", deaf_halt
