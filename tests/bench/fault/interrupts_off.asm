; SPDX-License-Identifier: MIT
; Disables interrupts and returns. Ring 0 may do so; in ring 3 that is a general protection fault,
; so that no benchmark there escapes the watchdog.

%include "bench/bench.inc"

section .text
interrupts_off:
    REGION_BEGIN 2
    cli
    REGION_END 2
    ret

BENCHMARK "disables interrupts", interrupts_off
