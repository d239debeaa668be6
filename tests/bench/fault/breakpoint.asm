; SPDX-License-Identifier: MIT
; Hits a breakpoint that no debugger has set.

%include "bench/bench.inc"

section .text
breakpoint:
    mov ebx, 0x11111111
    int3                                ; vector 3
    ret

BENCHMARK "hits a breakpoint", breakpoint
