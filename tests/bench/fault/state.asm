; SPDX-License-Identifier: MIT
; Returns with the direction flag set, null segment registers, every general register but ESP
; changed and the x87 stack full: no fault, but the code after it must not be affected.

%include "bench/bench.inc"

section .text
state:
    REGION_BEGIN 0
    nop
    REGION_END 0
    times 8 fldz
    std
    xor eax, eax
    mov ds, eax
    mov es, eax
    mov fs, eax
    mov gs, eax
    mov ebx, eax
    mov esi, eax
    mov edi, eax
    mov ebp, eax
    ret

BENCHMARK "leaves the processor's state changed", state
