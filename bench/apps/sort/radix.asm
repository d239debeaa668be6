; SPDX-License-Identifier: MIT
; The two loops of radix sort, which have no branch but the loop's own. They load the byte directly
; from memory: a shift by CL would take 4 clocks and not pair. Counting takes 4 clocks per number in
; 7 instructions, placing 5 in 9, and one more if the two accesses of a pair fall into one bank.

%include "bench/bench.inc"

global sort_count, sort_place
extern sort_places

section .text

; IN: from, n, byte.  Adds the number of occurrences of each value of that byte to sort_places.
sort_count:
    push ebx
    push esi
    mov esi, [esp + 12]
    mov ecx, [esp + 16]
    add esi, [esp + 20]
    xor eax, eax
    mov al, [esi]
.turn:
    mov ebx, [sort_places + eax * 4]
    add esi, 4
    inc ebx
    dec ecx
    mov [sort_places + eax * 4], ebx
    mov al, [esi]                       ; in the last iteration past the end, not used
    jnz .turn
    pop esi
    pop ebx
    ret

; IN: from, n, byte, to.  Stores each number at the place in sort_places, which it increments.
sort_place:
    push ebx
    push esi
    push edi
    push ebp
    mov esi, [esp + 20]
    mov ecx, [esp + 24]
    mov ebp, [esp + 28]
    mov edi, [esp + 32]
    xor eax, eax
    mov al, [esi + ebp]
    add ebp, 4                          ; from here on the address of the byte in the next number
.turn:
    mov ebx, [sort_places + eax * 4]
    mov edx, [esi]
    inc ebx
    dec ecx
    mov [sort_places + eax * 4], ebx
    mov al, [esi + ebp]
    mov [edi + ebx * 4 - 4], edx
    lea esi, [esi + 4]
    jnz .turn
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret
