; SPDX-License-Identifier: MIT
; CRC-32 four bytes at a time: the four lookups of a dword do not wait for each other, and each has
; its index ready a clock before it needs it as an address.
;
; Counts of region 0, from the code below, for 768 dwords in as many turns:
;   instructions   21 a turn and the last XOR.
;   v-pipe         all but XOR EAX, EBX have one in V: 10 a turn.
;   data           4 lookups and the next dword: 5 reads a turn; branches: one a turn.
;   clocks         11 a turn, and one more where the two lookups of a pair meet in a bank.

%include "bench/bench.inc"

WORK "if variant=slicing region=crc instructions_executed=21*768+1"
WORK "if variant=slicing region=crc instructions_executed_in_v_pipe=10*768"
WORK "if variant=slicing region=crc data_read=5*768 data_write=0 branches=768"

global crc32_slicing
extern crc32_tables

%define TABLE(k) crc32_tables + (k) * 1024

section .text

; IN: start, bytes, dwords.  OUT: EAX.
crc32_slicing:
    push ebx
    push esi
    push edi
    push ebp
    mov eax, [esp + 20]
    mov esi, [esp + 24]
    mov edi, [esp + 28]
    xor eax, [esi]
    add esi, 4
    REGION_BEGIN 0
.turn:
    mov ebx, eax
    mov ecx, eax
    shr eax, 16
    and ecx, 0xFF                       ; first byte
    shr ebx, 8
    mov edx, eax
    shr edx, 8                          ; fourth
    and ebx, 0xFF                       ; second
    mov ebp, [TABLE(3) + ecx * 4]
    and eax, 0xFF                       ; third
    mov ecx, [TABLE(2) + ebx * 4]
    mov edx, [TABLE(0) + edx * 4]
    mov eax, [TABLE(1) + eax * 4]
    xor ebp, ecx
    xor ebp, edx
    mov ebx, [esi]                      ; the next dword
    xor eax, ebp
    add esi, 4
    xor eax, ebx
    dec edi
    jnz .turn
    xor eax, ebx                        ; takes the dword behind the last out again
    REGION_END 0
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret
