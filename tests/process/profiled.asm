; SPDX-License-Identifier: MIT
; A program with two loops of the same body, one with three times as many iterations. -DENDLESS: the
; first never ends.

section .text
global _start, often, seldom
_start:
    mov esi, 40
.next:
    call often
    call seldom
    dec esi
    jnz .next
    mov eax, 1
    xor ebx, ebx
    int 0x80

often:
    mov ecx, 3000
.loop:
    imul eax, ecx
%ifdef ENDLESS
    jmp .loop
%endif
    dec ecx
    jnz .loop
    ret

seldom:
    mov ecx, 1000
.loop:
    imul eax, ecx
    dec ecx
    jnz .loop
    ret
