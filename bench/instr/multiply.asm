; SPDX-License-Identifier: MIT
; MUL and IMUL by each half of their result, and those of 16 bits.

%include "bench/instr/instr.inc"

; 8 and 16 bits 11 (B,MA,IC,X), 32 bits 9 (GM,X; B, MA and IC 10).
%macro MULTIPLY 1
FORM %1_r8_ah, 11, 11, -, {%1 ah}
FORM %1_r16_dx, 11, 11, -, {%1 dx}
FORM %1_r32_edx, 9, 9, -, {%1 edx}
FORM %1_r8_al, 11, 11, -, {%1 al}
FORM %1_r16_ax, 11, 11, -, {%1 ax}
FORM %1_r32_eax, 9, 9, -, {%1 eax}
%endmacro

MULTIPLY mul
MULTIPLY imul

; IMUL of two and three: 9 (X; B and MA 10).
FORM imul_r16_r16_imm8, 9, 9, -, {imul ax, ax, 3}, {imul dx, cx, 3}
FORM imul_r16_r16_imm16, 9, 9, -, {imul ax, ax, 1000}, {imul dx, cx, 1000}

CLASS "multiplication by each half of its result: latency and throughput of each form"
