; SPDX-License-Identifier: MIT
; The iteration of the Mandelbrot set; mandelbrot.h has the contracts.
;
; All three routines count the iterations at whose start |z|^2 <= 4, where z^2 = (x^2 - y^2) + 2xyi.

bits 32

LIMIT       equ 32                      ; MANDELBROT_LIMIT
FRACTION    equ 28                      ; fraction bits
FOUR        equ 0x40800000              ; 4.0 in single precision

global mandelbrot_fixed:function, mandelbrot_x87:function, mandelbrot_overlapped:function

section .rodata
four:
    dd 4.0

section .text

; Parameters on the stack above four saved registers.
%define X_FIXED esp + 20
%define Y_FIXED esp + 24

; The upper half of a product has 56 - 32 = 24 fraction bits and 8 integer bits. |z|^2 is at most (4
; + 2)^2 = 36 if |z| was at most 2 an iteration before.
mandelbrot_fixed:
    push ebp
    push esi
    push edi
    push ebx
    xor ecx, ecx
    xor esi, esi                        ; x
    xor edi, edi                        ; y
.iteration:
    mov eax, esi
    imul esi
    mov ebx, edx                        ; x^2
    mov eax, edi
    imul edi
    mov ebp, edx                        ; y^2
    add edx, ebx
    cmp edx, 4 << 2 * FRACTION - 32
    jg .out
    mov eax, esi
    imul edi                            ; EDX: xy
    sub ebx, ebp
    shl ebx, 32 - FRACTION
    shl edx, 33 - FRACTION
    mov esi, [X_FIXED]
    mov edi, [Y_FIXED]
    add esi, ebx
    add edi, edx
    inc ecx
    cmp ecx, LIMIT
    jb .iteration
.out:
    mov eax, ecx
    pop ebx
    pop edi
    pop esi
    pop ebp
    ret

%define X esp + 4
%define Y esp + 12

; The order of a compiled formula: each instruction waits for the previous result, and |z|^2 is
; compared by FCOMP, FNSTSW and SAHF. The comment of a line is the stack after it.
mandelbrot_x87:
    xor ecx, ecx
    fldz
    fldz                                ; y x
.iteration:
    fld st1
    fmul st0, st0                       ; xx y x
    fld st1
    fmul st0, st0                       ; yy xx y x
    fld st1
    fadd st0, st1                       ; zz yy xx y x
    fcomp dword [four]
    fnstsw ax
    sahf
    ja .out
    fsubp st1                           ; xx-yy y x
    fadd qword [X]                      ; new x, y, x
    fxch st2
    fmulp st1                           ; xy, new x
    fadd st0, st0
    fadd qword [Y]                      ; y x
    inc ecx
    cmp ecx, LIMIT
    jb .iteration
    jmp .done
.out:
    fstp st0
    fstp st0
.done:
    fstp st0
    fstp st0
    mov eax, ecx
    ret

; Starts the next z before it checks |z|^2, which it stores in single precision and compares as an
; integer; positive numbers allow that. FXCH runs in the V pipe next to the instruction before it.
mandelbrot_overlapped:
    push ecx                            ; space for |z|^2
    xor ecx, ecx
    fldz
    fldz                                ; y x
.iteration:
    fld st1
    fmul st0, st0                       ; xx y x
    fld st1
    fmul st0, st0                       ; yy xx y x
    fxch st2                            ; y xx yy x
    fmulp st3                           ; xx yy xy
    fld st0
    fadd st0, st2                       ; zz xx yy xy
    fxch st1                            ; xx zz yy xy
    fsubrp st2                          ; zz xx-yy xy
    fxch st2                            ; xy xx-yy zz
    fadd st0, st0                       ; 2xy xx-yy zz
    fxch st1                            ; xx-yy 2xy zz
    fadd qword [X + 4]                      ; new x, 2xy zz
    fxch st2                            ; zz 2xy, new x
    fstp dword [esp]                ; 2xy, new x
    fadd qword [Y + 4]                      ; y x
    mov eax, [esp]
    cmp eax, FOUR
    ja .out
    inc ecx
    cmp ecx, LIMIT
    jb .iteration
.out:
    fstp st0
    fstp st0
    mov eax, ecx
    pop ecx
    ret
