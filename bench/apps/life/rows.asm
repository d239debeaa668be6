; SPDX-License-Identifier: MIT
; A generation of Life, 32 cells at a time. First each row's cells are added to their neighbours in
; the row, which gives a sum of two bits; then the sums of three rows are added. A cell lives in the
; next generation if its square of nine has 3 live cells, or if it has 4 and the cell is alive.

; Counts of region 0, derived from the code below, for four generations of 32 rows:
;   instructions   16 per row for the sums, 42 per row for the rest, and 10: 4 x (58 x 32 + 10).
;   v-pipe         6 per row and 19 per row, and 4 pairs of MOV between: 4 x (25 x 32 + 4).
;   data           reads: one per row, 4 between, 8 per row;
;                  writes: 2 per row, 4 between, 2 per row.
;   branches       one per row in each loop.

%include "bench/bench.inc"

WORK "if variant=rows region=generation instructions_executed=4*(58*32+10)"
WORK "if variant=rows region=generation instructions_executed_in_v_pipe=4*(25*32+4)"
WORK "if variant=rows region=generation data_read=4*(9*32+4) data_write=4*(4*32+4) branches=4*2*32"

global life_rows

SIDE equ 32

section .bss

    alignb 32
ones: resd SIDE + 2                     ; the last row, rows 0 to 31, the first row
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
    xor eax, ecx                        ; ones bit of the sum of three rows
    and ebx, ecx
    mov ebp, [twos + SIDE * 4 + edi]
    or edx, ebx                         ; their carry, the fourth of the twos
    mov ebx, [twos + 4 + SIDE * 4 + edi]
    mov [ones + SIDE * 4 + edi], eax    ; in the entry of the row above, which is no longer needed
    mov ecx, [twos + 8 + SIDE * 4 + edi]
    xor ebp, ebx                        ; P: exactly one of the first two twos
    xor ecx, edx                        ; R: exactly one of the last two
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
    or eax, edx                         ; exactly two of the four twos
    or ecx, ebx
    xor ecx, ebx                        ; exactly one of them
    mov ebx, [esi + edi + SIDE * 4]     ; the cells of the row
    or eax, ebp
    and ecx, ebp                        ; and the ones bit is 1: 3
    xor eax, ebp                        ; and the ones bit is 0: 4
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
