; SPDX-License-Identifier: MIT
; Clocks of x87 instructions that depend, or may depend, on their operands: FDIV by 1 and by 1/2,
; FDIV of 0, consecutive FDIVs; FSQRT of 0; FSIN of 0 and of 1.
;
; Some chips compute wrong quotients, so the kernel's code contains no FDIV unless it is allowed:
; this code is in a data section. Quotients are not used.

%include "bench/choice/takes.inc"

; IN: the loads; the last one loads ST0.
%macro OPERANDS 1-*
    fninit
%rep %0
    %1
%rotate 1
%endrep
%endmacro

section .data align=64
divide:
    CYCLES_ENTER
    OPERANDS fld1, fld1
    TAKES "divide_by_one", 1, {fdiv st0, st1}
    OPERANDS {fld dword [half]}, fld1
    TAKES "divide_by_half", 1, {fdiv st0, st1}
    OPERANDS fld1, fld1, fld1, fld1, {fld dword [half]}
    TAKES "divide_independent", 4, {fdiv st1, st0}, {fdiv st2, st0}, {fdiv st3, st0}, \
        {fdiv st4, st0}
    OPERANDS {fld dword [half]}, fldz
    TAKES "divide_zero", 1, {fdiv st0, st1}
    TAKES "root_of_zero", 1, {fsqrt}
    TAKES "sine_of_zero", 1, {fsin}
    OPERANDS fld1
    TAKES "sine_of_more", 1, {fsin}
    fninit
    CYCLES_LEAVE

half:
    dd 0.5

section .text
FINDINGS
BENCHMARK "x87 instructions whose clocks may depend on the operands", divide
