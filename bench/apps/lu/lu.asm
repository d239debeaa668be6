; SPDX-License-Identifier: MIT
; The inner loops of the LU decomposition; lu.h has the contracts.

bits 32

ROW         equ 32 * 8                  ; bytes of LU_N doubles

global lu_eliminate_plain:function, lu_eliminate_scheduled:function, lu_exchange_and_divide:function

section .text

; Parameters of both routines on the stack, above the two registers that they save.
%define ROW_AT   esp + 12
%define PIVOT_AT esp + 16
%define FACTOR   esp + 20
%define COUNT    esp + 28

%macro ENTER_ELIMINATE 0
    push esi
    push edi
    mov edi, [ROW_AT]
    mov esi, [PIVOT_AT]
    mov ecx, [COUNT]
    fld qword [FACTOR]
%endmacro

%macro LEAVE_ELIMINATE 0
    fstp st0
    pop edi
    pop esi
    ret
%endmacro

; Processes one element per count of the register; each instruction waits for the previous one.
%macro ELIMINATE_PLAIN 1
%%element:
    fld qword [esi]
    fmul st0, st1
    fsubr qword [edi]
    fstp qword [edi]
    add esi, 8
    add edi, 8
    dec %1
    jnz %%element
%endmacro

lu_eliminate_plain:
    ENTER_ELIMINATE
    ELIMINATE_PLAIN ecx
    LEAVE_ELIMINATE

; Processes the odd elements singly, then four at a time. The comment of a line is the stack after
; it, without the factor at the bottom. FXCH runs in the V pipe next to the instruction before it.
lu_eliminate_scheduled:
    ENTER_ELIMINATE
    mov edx, ecx
    and edx, 3
    jz .fours
    ELIMINATE_PLAIN edx
.fours:
    shr ecx, 2
    jz .done
.four:
    fld qword [esi]
    fmul st0, st1                       ; p0
    fld qword [esi + 8]
    fmul st0, st2                       ; p1 p0
    fld qword [esi + 16]
    fmul st0, st3                       ; p2 p1 p0
    fld qword [esi + 24]
    fmul st0, st4                       ; p3 p2 p1 p0
    fxch st3                            ; p0 p2 p1 p3
    fsubr qword [edi]                   ; d0 p2 p1 p3
    fxch st2                            ; p1 p2 d0 p3
    fsubr qword [edi + 8]               ; d1 p2 d0 p3
    fxch st1                            ; p2 d1 d0 p3
    fsubr qword [edi + 16]              ; d2 d1 d0 p3
    fxch st3                            ; p3 d1 d0 d2
    fsubr qword [edi + 24]              ; d3 d1 d0 d2
    fxch st2                            ; d0 d1 d3 d2
    fstp qword [edi]
    fstp qword [edi + 8]
    fstp qword [edi + 24]
    fstp qword [edi + 16]
    add esi, 32
    add edi, 32
    dec ecx
    jnz .four
.done:
    LEAVE_ELIMINATE

lu_exchange_and_divide:
    push esi
    push edi
    mov esi, [esp + 12]
    mov edi, [esp + 16]
    fld1
    fdiv qword [esp + 20]               ; 39 clocks; the loop hides 38 of them
    mov ecx, -ROW
    sub esi, ecx                        ; the ends of the rows
    sub edi, ecx
.dword:
    mov eax, [esi + ecx]
    mov edx, [edi + ecx]
    mov [esi + ecx], edx
    mov [edi + ecx], eax
    add ecx, 4
    jnz .dword
    pop edi
    pop esi
    ret
