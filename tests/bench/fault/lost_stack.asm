; SPDX-License-Identifier: MIT
; Loses its stack: ESP points to unmapped memory. This is a double fault in ring 0, since nothing
; can be pushed; in ring 3 a page fault, on the kernel's stack.

%include "bench/bench.inc"

NOWHERE equ 0xDEAD0000

section .text
lost_stack:
    REGION_BEGIN 10
    mov esp, NOWHERE
    push eax
    REGION_END 10
    ret

BENCHMARK "loses its stack", lost_stack
