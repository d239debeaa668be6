; SPDX-License-Identifier: MIT
; Checks an index that is out of bounds.

%include "bench/bench.inc"

section .rodata
align 4
bounds:
    dd 0, 9

section .text
bound_check:
    REGION_BEGIN 5
    mov eax, 10
    bound eax, [bounds]                 ; vector 5
    REGION_END 5
    ret

BENCHMARK "checks an index out of bounds", bound_check
