; SPDX-License-Identifier: MIT
; CRC-32 four bytes at a time. The four lookups of a dword do not depend on each other, and each
; index is ready a clock before it is used as an address.

; Counts of region 0, derived from the code below, for 768 dwords, one per iteration:
;   instructions   21 per iteration, and the last XOR.
;   v-pipe         10 per iteration: only XOR EAX, EBX has no partner in V.
;   data           5 reads per iteration: 4 lookups and the next dword; branches: one per iteration.
;   clocks         11 per iteration, and one more if the two lookups of a pair fall into one bank.

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
    xor eax, ebx                        ; removes the dword after the last, which the loop has mixed
                                        ; in
    REGION_END 0
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret
