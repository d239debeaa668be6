; SPDX-License-Identifier: MIT
; Divides by zero.

%include "bench/bench.inc"

section .text
divide:
    mov edx, 0x1234
    xor ecx, ecx
    div ecx                             ; vector 0
    ret

BENCHMARK "divides by zero", divide
