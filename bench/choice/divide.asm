; SPDX-License-Identifier: MIT
; x87 instructions whose clocks hang on their operands, or may: FDIV by 1 and by 1/2, of 0, one
; behind another; FSQRT of 0; FSIN of 0 and of 1.
;
; Some chips get quotients wrong, so the kernel's code holds no FDIV but where it is allowed: this
; lies among data. Nothing is done with a quotient.

%include "bench/choice/takes.inc"

; IN: what to load, so that the last one is ST0.
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
BENCHMARK "x87 instructions whose clocks may hang on their operands", divide
