; SPDX-License-Identifier: MIT
; Horspool's inner loop, three skips before it looks whether it is there: a skip of 0 does no harm.
; Each skip takes 5 clocks, 2 of them interlocks, since each address is made in the clock before it
; is needed; what pairs, pairs across turns.

%include "bench/bench.inc"

global search_skip

section .text

; IN: last, skips.  OUT: EAX.
search_skip:
    push ebx
    mov eax, [esp + 8]
    mov edx, [esp + 12]
    xor ecx, ecx
    xor ebx, ebx
.turn:
%rep 2
    mov bl, [eax]
    mov cl, [edx + ebx]
    add eax, ecx
%endrep
    mov bl, [eax]
    mov cl, [edx + ebx]
    add eax, ecx
    test ecx, ecx
    jnz .turn
    pop ebx
    ret
