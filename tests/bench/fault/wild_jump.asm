; SPDX-License-Identifier: MIT
; Jumps to unmapped memory.

%include "bench/bench.inc"

NOWHERE equ 0xDEAD0000

section .text
wild_jump:
    REGION_BEGIN 8
    mov eax, NOWHERE
    jmp eax                             ; vector 14, EIP is the target
    REGION_END 8
    ret

BENCHMARK "jumps to where no memory is", wild_jump
