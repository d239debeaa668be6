; SPDX-License-Identifier: MIT
; Moves ESP down by 2 MB, past address 0 to addresses without memory, and never ends.

%include "bench/bench.inc"

section .text
wrapped_loop:
    sub esp, 2 << 20
.forever:
    jmp .forever

BENCHMARK "never ends, without a stack", wrapped_loop
