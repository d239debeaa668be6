; SPDX-License-Identifier: MIT
; Traps on a signed overflow.

%include "bench/bench.inc"

section .text
overflow:
    mov eax, 0x7FFFFFFF
    add eax, 1
    into                                ; vector 4, a trap: EIP is that of the next instruction
    ret

BENCHMARK "traps on overflow", overflow
