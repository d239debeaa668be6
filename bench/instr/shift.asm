; SPDX-License-Identifier: MIT
; Shifts and rotates.

%include "bench/instr/instr.inc"

; By 1 and by an immediate: PU; r 1, m 3 (A,B,K). By CL: NP 4 (A,K; B and V 1, an error), in memory
; 4 and more (not confirmed).
%macro SHIFT 2
FORM %1_r32_1, 1, 1, PU, {%1 eax, 1}, {%1 edx, 1}
FORM %1_r32_imm8, 1, 1, %2, {%1 eax, 3}, {%1 edx, 3}
FORM %1_r32_cl, 4, 4, NP, {%1 eax, cl}, {%1 edx, cl}
FORM %1_m32_1, 3, 3, PU, {%1 dword [edi], 1}
FORM %1_m32_imm8, 3, 3, %2, {%1 dword [edi], 3}
FORM %1_m32_cl, 4+, 4+, NP, {%1 dword [edi], cl}
%endmacro

SHIFT shl, PU
SHIFT shr, PU
SHIFT sar, PU

; ROL and ROR by an immediate: PU in AP-500's table (K), NP according to Abrash and GCC (A,C).
SHIFT rol, PU/NP
SHIFT ror, PU/NP

; RCL and RCR: by 1 as the others (A,K), by CL 7 and more, by an immediate 8 and more (MA).
%macro ROTATE_CARRY 1
FORM %1_r32_1, 1, 1, PU, {%1 eax, 1}, {%1 edx, 1}
FORM %1_r32_imm8, 8+, 8+, NP, {%1 eax, 3}
FORM %1_r32_cl, 7+, 7+, NP, {%1 eax, cl}
FORM %1_m32_1, 3, 3, PU, {%1 dword [edi], 1}
%endmacro

ROTATE_CARRY rcl
ROTATE_CARRY rcr

; SHLD SHRD: NP 4 (GM,MA,K); the clocks of the previous instruction hide the 0F.
%macro DOUBLE 1
FORM %1_r32_r32_imm8, 4, 4, NP, {%1 eax, ecx, 3}, {%1 edx, ecx, 3}
WIDE {%1 eax, edx, cl}, {%1 ebx, edx, cl}
FORM %1_r32_r32_cl, 4, 4, NP, {%1 eax, edx, cl}
%endmacro

DOUBLE shld
DOUBLE shrd

CLASS "shifts and rotates: latency, throughput and pairing of each form"
