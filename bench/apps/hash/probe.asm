; SPDX-License-Identifier: MIT
; Looks up keys in an open-addressing table of 512 slots, each a key and a value. The search begins
; at slot key ^ key >> 9 modulo 512.

%include "bench/bench.inc"

SLOTS equ 512

global hash_probe
extern hash_slots

section .text

; IN: keys, n, address of the number of hits.  OUT: EAX, the sum of the values found.
hash_probe:
    push ebx
    push esi
    push edi
    push ebp
    mov esi, [esp + 20]
    mov ebp, [esp + 24]
    lea esi, [esi + ebp * 4]
    neg ebp
    xor eax, eax
    xor edx, edx
    REGION_BEGIN 0
.key:
    mov ecx, [esi + ebp * 4]
    mov ebx, ecx
    shr ebx, 9
    xor ebx, ecx
    and ebx, SLOTS - 1
.slot:
    mov edi, [hash_slots + ebx * 8]
    inc ebx
    cmp edi, ecx
    je .hit
    and ebx, SLOTS - 1
    test edi, edi                       ; a free slot ends the search
    jnz .slot
    inc ebp
    jnz .key
    jmp .done
.hit:
    mov edi, [hash_slots + ebx * 8 - 4]
    inc edx
    add eax, edi
    inc ebp
    jnz .key
.done:
    REGION_END 0
    mov ecx, [esp + 28]
    mov [ecx], edx
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret
