; SPDX-License-Identifier: MIT
; Writes through a NULL pointer, to a field at offset 8.

%include "bench/bench.inc"

section .text
null:
    REGION_BEGIN 7
    xor ecx, ecx
    mov dword [ecx + 8], 1
    REGION_END 7
    ret

BENCHMARK "writes through a pointer that is NULL", null
