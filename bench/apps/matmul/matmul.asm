; SPDX-License-Identifier: MIT
; The inner loops of the matrix product; matmul.h has the contracts.

bits 32

N           equ 36                      ; MATMUL_N
ROW         equ N * 8                   ; bytes

; Parameters of both routines on the stack, above the two registers that they save.
%define ROW_OF_A    esp + 12
%define COLUMN_OF_B esp + 16
%define SUM         esp + 20

global matmul_dot:function, matmul_dot4:function

section .text

; Each instruction waits for the previous one: FMUL 3 clocks, FADDP 3.
matmul_dot:
    push esi
    push edi
    mov esi, [ROW_OF_A]
    mov edi, [COLUMN_OF_B]
    mov ecx, N
    fldz
.term:
    fld qword [esi]
    fmul qword [edi]
    faddp st1
    add esi, 8
    add edi, ROW
    dec ecx
    jnz .term
    mov eax, [SUM]
    fstp qword [eax]
    pop edi
    pop esi
    ret

; Four sums s0 to s3 stay on the x87 stack. The next product starts before the previous one is
; finished, and FXCH moves the finished one to the top, in the V pipe. The comment of a line is the
; stack after it.
matmul_dot4:
    push esi
    push edi
    mov esi, [ROW_OF_A]
    mov edi, [COLUMN_OF_B]
    mov ecx, N
    fldz
    fldz
    fldz
    fldz
.term:
    fld qword [esi]
    fmul qword [edi]                    ; p0 s0 s1 s2 s3
    fld qword [esi]
    fmul qword [edi + 8]                ; p1 p0 s0 s1 s2 s3
    fxch st1                            ; p0 p1 s0 s1 s2 s3
    faddp st2                           ; p1 s0 s1 s2 s3
    fld qword [esi]
    fmul qword [edi + 16]               ; p2 p1 s0 s1 s2 s3
    fxch st1                            ; p1 p2 s0 s1 s2 s3
    faddp st3                           ; p2 s0 s1 s2 s3
    fld qword [esi]
    fmul qword [edi + 24]               ; p3 p2 s0 s1 s2 s3
    fxch st1                            ; p2 p3 s0 s1 s2 s3
    faddp st4                           ; p3 s0 s1 s2 s3
    add esi, 8
    add edi, ROW
    faddp st4                           ; s0 s1 s2 s3
    dec ecx
    jnz .term
    mov eax, [SUM]
    fstp qword [eax]
    fstp qword [eax + 8]
    fstp qword [eax + 16]
    fstp qword [eax + 24]
    pop edi
    pop esi
    ret
