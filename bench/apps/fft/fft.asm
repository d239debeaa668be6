; SPDX-License-Identifier: MIT
; The passes of the Fourier transform; fft.h has the contracts.
;
; Both butterflies do the same 4 multiplications and 6 additions: tr = br wr - bi wi, ti = br wi +
; bi wr, b = a - t, a = a + t.

bits 32

N           equ 256                     ; FFT_N
NUMBER      equ 16                      ; bytes of a struct complex

; The operands: x[j], x[j + half] and w[] by the registers that point to them.
%define AR esi
%define AI esi + 8
%define BR edi
%define BI edi + 8
%define WR ebx
%define WI ebx + 8

section .text

; The order of a compiled formula: each instruction waits for the previous result, 3 clocks, and 4
; if the result is stored.
%macro BUTTERFLY_PLAIN 0
    fld qword [BR]
    fmul qword [WR]
    fld qword [BI]
    fmul qword [WI]
    fsubp st1                           ; tr
    fld qword [BR]
    fmul qword [WI]
    fld qword [BI]
    fmul qword [WR]
    faddp st1                           ; ti tr
    fld qword [AR]
    fsub st0, st2
    fstp qword [BR]
    fld qword [AI]
    fsub st0, st1
    fstp qword [BI]
    fadd qword [AI]
    fstp qword [AI]
    fadd qword [AR]
    fstp qword [AR]
%endmacro

; The four products one after another, then the four results, each stored when it is ready. The
; comment of a line is the stack after it. FXCH runs in the V pipe next to the instruction before
; it.
%macro BUTTERFLY_SCHEDULED 0
    fld qword [BR]
    fmul qword [WR]                     ; rr
    fld qword [BI]
    fmul qword [WI]                     ; ii rr
    fld qword [BR]
    fmul qword [WI]                     ; ri ii rr
    fld qword [BI]
    fmul qword [WR]                     ; ir ri ii rr
    fxch st3                            ; rr ri ii ir
    fsubrp st2                          ; ri tr ir
    fld qword [AR]                      ; ar ri tr ir
    fxch st1                            ; ri ar tr ir
    faddp st3                           ; ar tr ti
    fadd st0, st1                       ; ar+tr tr ti
    fxch st1                            ; tr ar+tr ti
    fsubr qword [AR]                    ; ar-tr ar+tr ti
    fld qword [AI]                      ; ai ar-tr ar+tr ti
    fadd st0, st3                       ; ai+ti ar-tr ar+tr ti
    fxch st3                            ; ti ar-tr ar+tr ai+ti
    fsubr qword [AI]                    ; ai-ti ar-tr ar+tr ai+ti
    fxch st2                            ; ar+tr ar-tr ai-ti ai+ti
    fstp qword [AR]
    fstp qword [BR]
    fstp qword [BI]
    fstp qword [AI]
%endmacro

; Parameters on the stack: x, half, w. The offsets include the saved registers.
%define X    ebp + 20
%define HALF ebp + 24
%define W    ebp + 28

; Defines a routine.  IN: 1, its name; 2, the butterfly.
%macro FFT_PASS 2
global %1:function
%1:
    push ebp
    push esi
    push edi
    push ebx
    mov ebp, esp
    mov ecx, [HALF]
    mov esi, [X]
    mov edx, N / 2 * NUMBER             ; from one w to the next: N / (2 half) numbers
    bsf eax, ecx                        ; half is a power of 2
    xchg eax, ecx
    shr edx, cl
    mov ecx, eax
    shl eax, 4                          ; bytes of half
.group:
    lea edi, [esi + eax]
    mov ebx, [W]
.butterfly:
    %2
    add esi, NUMBER
    add edi, NUMBER
    add ebx, edx
    dec ecx
    jnz .butterfly
    mov ecx, [X]
    mov esi, edi                        ; after the group
    add ecx, N * NUMBER
    cmp edi, ecx
    mov ecx, [HALF]
    jb .group
    pop ebx
    pop edi
    pop esi
    pop ebp
    ret
%endmacro

FFT_PASS fft_pass_plain, BUTTERFLY_PLAIN
FFT_PASS fft_pass_scheduled, BUTTERFLY_SCHEDULED
