; SPDX-License-Identifier: MIT
; Integer multiplication and division, 1 times 1 and 1 by 1: their clocks do not depend on the
; values.

%include "bench/instr/instr.inc"

; MUL IMUL of one operand: 8 and 16 bits 11, 32 bits 9 (GM,X; B, MA and IC 10).
%macro MULTIPLY 1
FORM %1_r8, 11, 11, NP, {%1 cl}
FORM %1_r16, 11, 11, NP, {%1 cx}
FORM %1_r32, 9, 9, NP, {%1 ecx}
FORM %1_m8, 11, 11, NP, {%1 byte [esi + M32INT]}
FORM %1_m16, 11, 11, NP, {%1 word [esi + M32INT]}
FORM %1_m32, 9, 9, NP, {%1 dword [esi + M32INT]}
%endmacro

MULTIPLY mul
MULTIPLY imul

; A chain on each half of the result.
%macro MULTIPLY_HALF 1
FORM %1_r8_ah, 11, 11, -, {%1 ah}
WIDE {%1 cx}
FORM %1_r16_dx, 11, 11, -, {%1 dx}
WIDE {%1 ecx}
FORM %1_r32_edx, 9, 9, -, {%1 edx}
FORM %1_r8_al, 11, 11, -, {%1 al}
FORM %1_r16_ax, 11, 11, -, {%1 ax}
FORM %1_r32_eax, 9, 9, -, {%1 eax}
%endmacro

MULTIPLY_HALF mul
MULTIPLY_HALF imul

; IMUL with two and three operands: 9 (X; B and MA 10).
WIDE {imul eax, ecx}, {imul edx, ecx}, {imul ebx, ecx}, {imul esi, ecx}, {imul edi, ecx}
FORM imul_r32_r32, 9, 9, NP, {imul eax, ecx}, {imul edx, ecx}
FORM imul_r32_m32, 9, 9, NP, {imul eax, [esi + M32INT]}, {imul edx, [esi + M32INT]}
WIDE {imul eax, eax, 3}, {imul edx, edx, 3}, {imul ebx, ebx, 3}, \
    {imul esi, esi, 3}, {imul edi, edi, 3}
FORM imul_r32_r32_imm8, 9, 9, NP, {imul eax, eax, 3}, {imul edx, ecx, 3}
WIDE {imul eax, eax, 1000}, {imul edx, edx, 1000}, {imul ebx, ebx, 1000}, \
    {imul esi, esi, 1000}, {imul edi, edi, 1000}
FORM imul_r32_r32_imm32, 9, 9, NP, {imul eax, eax, 1000}, {imul edx, ecx, 1000}
WIDE {imul ax, cx}, {imul dx, cx}, {imul bx, cx}, {imul si, cx}, {imul di, cx}
FORM imul_r16_r16, 9, 9, NP, {imul ax, cx}, {imul dx, cx}
WIDE {imul ax, ax, 3}, {imul dx, dx, 3}, {imul bx, bx, 3}, {imul si, si, 3}, {imul di, di, 3}
FORM imul_r16_r16_imm8, 9, 9, -, {imul ax, ax, 3}, {imul dx, cx, 3}
WIDE {imul ax, ax, 1000}, {imul dx, dx, 1000}, {imul bx, bx, 1000}, \
    {imul si, si, 1000}, {imul di, di, 1000}
FORM imul_r16_r16_imm16, 9, 9, -, {imul ax, ax, 1000}, {imul dx, cx, 1000}

; DIV 17, 25, 41 and IDIV 22, 30, 46 for 8, 16, 32 bits (B,MA,V).
%macro DIVIDE 4
FORM %1_r8, %2, %2, NP, {%1 cl}
FORM %1_r16, %3, %3, NP, {%1 cx}
FORM %1_r32, %4, %4, NP, {%1 ecx}
FORM %1_m8, %2, %2, NP, {%1 byte [esi + M32INT]}
FORM %1_m16, %3, %3, NP, {%1 word [esi + M32INT]}
FORM %1_m32, %4, %4, NP, {%1 dword [esi + M32INT]}
%endmacro

DIVIDE div, 17, 25, 41
DIVIDE idiv, 22, 30, 46

CLASS "multiplication and division of integers: latency and throughput of each form"
