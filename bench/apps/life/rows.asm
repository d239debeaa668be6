; SPDX-License-Identifier: MIT
; A generation of Life, 32 cells at a time. First each row's cells are added to their neighbours in
; the row, a sum of two bits; then the sums of three rows are added. A cell lives on with 3 of its
; square of nine alive, itself among them or not, or with 4 if it is one of them.
;
; Counts of region 0, from the code below, for four generations of 32 rows:
;   instructions   16 a row for the sums, 42 a row for the rest, 10 besides: 4 x (58 x 32 + 10).
;   v-pipe         6 a row and 19 a row, and 4 pairs of MOV between: 4 x (25 x 32 + 4).
;   data           reads: one a row, 4 between, 8 a row; writes: 2 a row, 4 between, 2 a row.
;   branches       one a row in each loop.

%include "bench/bench.inc"

WORK "if variant=rows region=generation instructions_executed=4*(58*32+10)"
WORK "if variant=rows region=generation instructions_executed_in_v_pipe=4*(25*32+4)"
WORK "if variant=rows region=generation data_read=4*(9*32+4) data_write=4*(4*32+4) branches=4*2*32"

global life_rows

SIDE equ 32

section .bss

    alignb 32
ones: resd SIDE + 2                     ; of the last row, of each, of the first row
twos: resd SIDE + 2

section .text

; IN: field.  CHANGES: EAX, ECX, EDX.
life_rows:
    push ebx
    push esi
    push edi
    push ebp
    mov esi, [esp + 20]
    REGION_BEGIN 0
    mov edi, -SIDE * 4
.sum:
    mov eax, [esi + edi + SIDE * 4]
    mov ebx, eax
    rol ebx, 1
    mov ecx, eax
    ror ecx, 1
    mov edx, ebx
    xor edx, ecx
    and ebx, ecx
    mov ecx, edx
    and ecx, eax
    xor edx, eax
    or ebx, ecx
    mov [ones + 4 + SIDE * 4 + edi], edx
    mov [twos + 4 + SIDE * 4 + edi], ebx
    add edi, 4
    jnz .sum
    mov eax, [ones + SIDE * 4]
    mov ebx, [twos + SIDE * 4]
    mov ecx, [ones + 4]
    mov edx, [twos + 4]
    mov [ones], eax
    mov [twos], ebx
    mov [ones + 4 + SIDE * 4], ecx
    mov [twos + 4 + SIDE * 4], edx
    mov edi, -SIDE * 4
.row:
    mov eax, [ones + SIDE * 4 + edi]
    mov ebx, [ones + 4 + SIDE * 4 + edi]
    mov ecx, [ones + 8 + SIDE * 4 + edi]
    mov edx, eax
    xor eax, ebx
    and edx, ebx
    mov ebx, eax
    xor eax, ecx                        ; the ones of all three rows
    and ebx, ecx
    mov ebp, [twos + SIDE * 4 + edi]
    or edx, ebx                         ; their carry, the fourth of the twos
    mov ebx, [twos + 4 + SIDE * 4 + edi]
    mov [ones + SIDE * 4 + edi], eax    ; kept where nobody needs the row above any more
    mov ecx, [twos + 8 + SIDE * 4 + edi]
    xor ebp, ebx                        ; P: one of the first two twos
    xor ecx, edx                        ; R: one of the last two
    or ebx, ebp
    or edx, ecx
    xor ebx, ebp                        ; Q: both of the first
    xor edx, ecx                        ; S: both of the last
    mov eax, ebx
    or ebx, edx                         ; Q or S
    xor eax, edx                        ; Q xor S
    mov edx, ecx
    or edx, ebp                         ; P or R
    xor ecx, ebp                        ; P xor R
    or eax, edx
    mov ebp, [ones + SIDE * 4 + edi]
    xor eax, edx                        ; Q xor S, and neither P nor R
    xor edx, ecx                        ; P and R
    or eax, edx                         ; two of the four twos
    or ecx, ebx
    xor ecx, ebx                        ; one of them
    mov ebx, [esi + edi + SIDE * 4]     ; the cells themselves
    or eax, ebp
    and ecx, ebp                        ; and a one: 3
    xor eax, ebp                        ; and no one: 4
    and eax, ebx
    or eax, ecx
    mov [esi + edi + SIDE * 4], eax
    add edi, 4
    jnz .row
    REGION_END 0
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret
