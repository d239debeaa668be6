; SPDX-License-Identifier: MIT
; Disables interrupts and never ends: only an NMI ends it. In ring 3 CLI is not allowed.

%include "bench/bench.inc"

section .text
spin:
    REGION_BEGIN 1
    cli
.forever:
    jmp .forever
    REGION_END 1
    ret

BENCHMARK "never ends, with interrupts disabled", spin
