; SPDX-License-Identifier: MIT
; The inner loops that draw a line; line.h has the contracts.

bits 32

global line_draw_branching:function, line_draw_carrying:function

struc line
    .from:   resd 1
    .length: resd 1
    .along:  resd 1
    .aside:  resd 1
    .rise:   resd 1
    .run:    resd 1
endstruc

UNROLLED    equ 4                       ; pixels; every length is a multiple

; Parameters on the stack above four saved registers.
LINE        equ 20
COLOUR      equ 24

%macro ENTER_LINE 0
    push ebp
    push esi
    push edi
    push ebx
    mov ebp, [esp + LINE]
    mov eax, [ebp + line.length]
    mov edi, [ebp + line.from]
    dec eax
    shl eax, 16                         ; remaining pixels, above the colour
    mov al, [esp + COLOUR]
    mov ebx, [ebp + line.aside]
    mov ecx, [ebp + line.along]
%endmacro

%macro LEAVE_LINE 0
    pop ebx
    pop edi
    pop esi
    pop ebp
    ret
%endmacro

section .text

; J. Bresenham, Algorithm for Computer Control of a Digital Plotter, 1965: a branch per pixel, whose
; outcomes have no pattern that a predictor could learn.
line_draw_branching:
    ENTER_LINE
    mov esi, [ebp + line.run]           ; twice the distance left until a step aside
    mov edx, [ebp + line.rise]
    mov ebp, esi
    add edx, edx
    add ebp, ebp
.pixel:
    mov [edi], al
    sub esi, edx
    jg .straight
    add edi, ebx
    add esi, ebp
.straight:
    add edi, ecx
    sub eax, 1 << 16
    jns .pixel
    LEAVE_LINE

; The slope is a 32-bit fraction whose carry becomes a mask: 4 clocks per pixel, one of them lost to
; an AGI, and no branch but the loop's. The slope is rounded down, which loses less than 2^-32 per
; pixel. The fraction starts at a half plus length / 2^32 to make up for that. The surplus cannot
; change a pixel if length / 2^32 is less than 1 / (2 run).
line_draw_carrying:
    ENTER_LINE
    push eax
    mov esi, [ebp + line.length]
    mov edx, [ebp + line.rise]
    add esi, 1 << 31                    ; a half
    xor eax, eax
    sub eax, 1                          ; (rise 2^32 - 1) / run is below 2^32 even if rise = run
    sbb edx, 0
    jc .flat
    div dword [ebp + line.run]
    mov edx, eax
    jmp .draw
.flat:
    xor edx, edx
.draw:
    pop eax
    add esi, edx
    sbb ebp, ebp
.pixels:
%rep UNROLLED
    mov [edi], al
    and ebp, ebx
    add edi, ecx
    add edi, ebp
    add esi, edx
    sbb ebp, ebp
%endrep
    sub eax, UNROLLED << 16
    jns .pixels
    LEAVE_LINE
