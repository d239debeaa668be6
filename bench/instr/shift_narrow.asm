; SPDX-License-Identifier: MIT
; Shifts and rotates of 8 and 16 bits; shift.asm has those of 32.
;
; By 1 and by an immediate as 32 bits, with 66 a clock more, on the P55C two (X); by CL 4 (A,K,X),
; which hides the 66.

%include "bench/instr/instr.inc"

%macro SHIFT 1
FORM %1_r8_1, 1, 1, -, {%1 al, 1}, {%1 dl, 1}
P55C 3, 3, -
FORM %1_r16_1, 2, 2, -, {%1 ax, 1}, {%1 dx, 1}
FORM %1_r8_imm8, 1, 1, -, {%1 al, 3}, {%1 dl, 3}
P55C 3, 3, -
FORM %1_r16_imm8, 2, 2, -, {%1 ax, 3}, {%1 dx, 3}
FORM %1_r8_cl, 4, 4, -, {%1 al, cl}, {%1 dl, cl}
FORM %1_r16_cl, 4, 4, -, {%1 ax, cl}, {%1 dx, cl}
%endmacro

SHIFT shl
SHIFT shr
SHIFT sar
SHIFT rol
SHIFT ror

; RCL and RCR: by 0 in CL 7, as an immediate 8, and more for each bit (MA). X has 7 and 8 too, but
; does not give the count.
%macro ROTATE_CARRY 1
FORM %1_r8_1, 1, 1, -, {%1 al, 1}, {%1 dl, 1}
P55C 3, 3, -
FORM %1_r16_1, 2, 2, -, {%1 ax, 1}, {%1 dx, 1}
FORM %1_r8_imm8_of_0, 8, 8, -, {%1 al, 0}
FORM %1_r16_imm8_of_0, 8, 8, -, {%1 ax, 0}
FORM %1_r32_imm8_of_0, 8, 8, -, {%1 eax, 0}
PROLOGUE {xor ecx, ecx}
FORM %1_r8_cl_of_0, 7, 7, -, {%1 al, cl}
FORM %1_r16_cl_of_0, 7, 7, -, {%1 ax, cl}
FORM %1_r32_cl_of_0, 7, 7, -, {%1 eax, cl}
PROLOGUE {cld}
%endmacro

ROTATE_CARRY rcl
ROTATE_CARRY rcr

; SHLD SHRD: 4 (X); both prefixes are hidden.
%macro DOUBLE 1
FORM %1_r16_r16_imm8, 4, 4, -, {%1 ax, cx, 3}, {%1 dx, cx, 3}
WIDE {%1 ax, dx, cl}, {%1 bx, dx, cl}
FORM %1_r16_r16_cl, 4, 4, -, {%1 ax, dx, cl}
%endmacro

DOUBLE shld
DOUBLE shrd

CLASS "shifts and rotates of 8 and 16 bits: latency and throughput of each form"
