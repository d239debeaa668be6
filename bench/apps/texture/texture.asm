; SPDX-License-Identifier: MIT
; The inner loops of an affine texture mapper; texture.h has the contracts.

bits 32

SHIFT       equ 6                       ; TEXTURE_SHIFT
SPAN        equ 32                      ; TEXTURE_SPAN

global texture_span_plain:function, texture_span_paired:function

struc place
    .u: resd 1
    .v: resd 1
endstruc

; Parameters on the stack above four saved registers.
TARGET      equ 20
TEXTURE     equ 24
FROM        equ 28
STEP        equ 32

section .text

; Computes the texel's address anew for each pixel, by shifts that run only in U and wait for each
; other.
texture_span_plain:
    push ebp
    push esi
    push edi
    push ebx
    mov edi, [esp + TARGET]
    mov eax, [esp + FROM]
    mov esi, [eax + place.u]
    mov ebp, [eax + place.v]
    mov ecx, SPAN
.pixel:
    mov eax, ebp
    sar eax, 16
    shl eax, SHIFT
    mov edx, esi
    sar edx, 16
    add eax, edx
    add eax, [esp + TEXTURE]
    mov al, [eax]
    mov [edi], al
    mov eax, [esp + STEP]
    add esi, [eax + place.u]
    add ebp, [eax + place.v]
    inc edi
    dec ecx
    jnz .pixel
    pop ebx
    pop edi
    pop esi
    pop ebp
    ret

; The fractions are 32 bits wide, and their carries advance the texel's address. The carry of v is a
; mask, -1 or 0, that selects one of two steps; the carry of u is added by ADC. Two lines share a
; clock, except ADC and ADD, which take two, so a pixel takes 4. No address causes a wait. The loop
; is unrolled for the whole span, which frees all registers for it. Chris Hecker described such a
; loop in Game Developer in 1995.
;
; EAX is the texel; EBX and EDX, fractions of u and v; ECX, the step of u's; EBP, the mask; ESI, the
; texel's address. The step of v's fraction and the address's two steps are on the stack.
FRACTION_V  equ 0
STEP_CARRY  equ 4                       ; with a carry of v
STEP_PLAIN  equ 8                       ; without; a dword after, so that the mask selects it
LOCALS      equ 12

texture_span_paired:
    push ebp
    push esi
    push edi
    push ebx
    sub esp, LOCALS
    mov esi, [esp + LOCALS + STEP]
    mov eax, [esi + place.v]
    mov ecx, [esi + place.u]
    mov edx, eax
    mov ebx, ecx
    shl eax, 16
    shl ecx, 16
    mov [esp + FRACTION_V], eax
    sar edx, 16
    sar ebx, 16
    shl edx, SHIFT
    add ebx, edx
    mov [esp + STEP_PLAIN], ebx
    add ebx, 1 << SHIFT
    mov [esp + STEP_CARRY], ebx
    mov esi, [esp + LOCALS + FROM]
    mov edi, [esp + LOCALS + TARGET]
    mov edx, [esi + place.v]
    mov ebx, [esi + place.u]
    mov esi, edx
    mov ebp, ebx
    sar esi, 16
    shl edx, 16
    shl esi, SHIFT
    sar ebp, 16
    add esi, ebp
    shl ebx, 16
    add esi, [esp + LOCALS + TEXTURE]
    add edx, [esp + FRACTION_V]
%assign pixel 0
%rep SPAN
    sbb ebp, ebp
    %if pixel > 0
        mov [edi + pixel - 1], al
    %endif
    add ebx, ecx
    mov al, [esi]
    adc esi, [esp + 4 * ebp + STEP_PLAIN]
    add edx, [esp + FRACTION_V]
    %assign pixel pixel + 1
%endrep
    mov [edi + SPAN - 1], al
    add esp, LOCALS
    pop ebx
    pop edi
    pop esi
    pop ebp
    ret
