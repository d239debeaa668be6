; SPDX-License-Identifier: MIT
; Reads unmapped memory.

%include "bench/bench.inc"

NOWHERE equ 0xDEAD0000

section .text
unmapped:
    REGION_BEGIN 6
    mov eax, [NOWHERE]
    REGION_END 6
    ret

BENCHMARK "reads where no memory is", unmapped
