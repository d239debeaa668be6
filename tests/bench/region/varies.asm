; SPDX-License-Identifier: MIT
; Region 1 is entered once more in each run than in the previous run.

%include "bench/bench.inc"

section .bss
runs:
    resd 1

section .text
varies:
    inc dword [runs]
    mov ecx, [runs]
.again:
    REGION_BEGIN 1
    nop
    REGION_END 1
    dec ecx
    jnz .again
    ret

BENCHMARK "another number of entries in each run", varies
