; SPDX-License-Identifier: MIT
; A program of one loop, also as a position-independent executable. An iteration takes 4 clocks on a
; P5: ADD alone, since MOV reads ESI; MOV and DEC paired, after a clock of address-generation
; interlock; JNZ alone, since it pairs only in V. DEC before MOV makes it 3.

section .text
global _start, spin
_start:
    mov esi, esp
    mov ecx, 3000
spin:
    add esi, byte 0
    mov eax, [esi]
    dec ecx
    jnz spin
    mov eax, 1
    xor ebx, ebx
    int 0x80
