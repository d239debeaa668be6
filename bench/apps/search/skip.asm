; SPDX-License-Identifier: MIT
; Horspool's inner loop: three skips per check for the last letter, since a skip of 0 does no harm.
; Each skip takes 5 clocks, 2 of them interlocks, because each address is computed in the clock
; before it is used. Pairs cross iterations.

%include "bench/bench.inc"

global search_skip

section .text

; IN: last, skips.  OUT: EAX, the position.
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
