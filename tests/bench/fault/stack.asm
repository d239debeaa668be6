; SPDX-License-Identifier: MIT
; Loses its stack: the push wraps round the 4 GB limit, and so does delivering the fault for it, which
; makes a double fault. Only a stack of its own lets that be reported.

%include "bench/bench.inc"

section .text
stack:
    mov esp, 2
    push eax                            ; vector 12, on the way to it vector 8
    ret

BENCHMARK "loses its stack", stack
