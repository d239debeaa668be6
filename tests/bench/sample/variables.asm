; SPDX-License-Identifier: MIT
; Loads from two variables: in each iteration three from one, one from the other, and one that
; overwrites the register of its address.

%include "bench/bench.inc"

section .data align=64
sampled_often:
    times 64 dd 1
sampled_rarely:
    times 16 dd 2

section .text align=64
run:
    push ebx
    push esi
    mov ecx, 2000
.again:
    mov esi, sampled_rarely
    mov eax, [sampled_often + 4]
    mov edx, [esi + sampled_often + 8 - sampled_rarely]
    add edx, [sampled_often + 12]
    mov ebx, [sampled_rarely + 16]
    mov esi, [esi]
    dec ecx
    jnz .again
    pop esi
    pop ebx
    ret

BENCHMARK "three loads from one variable, one from another, and one that loses its address", run
