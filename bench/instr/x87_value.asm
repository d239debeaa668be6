; SPDX-License-Identifier: MIT
; x87 arithmetic by value and by precision, and two instructions together.

%include "bench/instr/instr.inc"

X87_PARTNERS

%macro ONES 1
    fninit
    times %1 fld1
%endmacro

%macro ZEROS 1
    fninit
    times %1 fldz
%endmacro

; ST = %1, and %3 copies of the value that %2 loads below it.
%macro LOADED 3
    fninit
    times %3 %2
    %1
%endmacro

%macro FLD2 0
    fld1
    fadd st0, st0
%endmacro

%macro FLD_HALF 0
    fld1
    fld1
    fadd st0, st0
    fdivp st1, st0
%endmacro

; FADD and FMUL of 0 take the clocks of other values (X).
PROLOGUE {ZEROS 6}
FORM fadd_zero, 3, 1, -, {fadd st1, st0}, {fadd st2, st0}, {fadd st3, st0}, {fadd st4, st0}
FORM fmul_zero, 3, 2, -, {fmul st1, st0}, {fmul st2, st0}, {fmul st3, st0}, {fmul st4, st0}

; Combined with FXCH, which is free: the chain uses its own result, the others use four values in
; rotation.
%macro EXCHANGED 3
%define EACH(i) {TWO {%1 st0, st5}, {fxch st %+ i}}
CHAIN {%1 st0, st1}, {fxch st1}
FORM %1_fxch, %2, %3, -, EACH(1), EACH(2), EACH(3), EACH(4)
%endmacro

PROLOGUE {ONES 6}
EXCHANGED fadd, 3, 1
EXCHANGED fmul, 3, 2

; Dependent: 3 each; and independent.
FORM fmul_fadd, 6, -, -, {TWO {fmul st0, st1}, {fadd st0, st1}}
FORM fmul_fadd_apart, 3, -, -, {TWO {fmul st2, st0}, {fadd st3, st0}}

; FDIV of 64 bits: 41, by 0.5 39, of 0 6 (X; G2, A, B, C and MA 39 for all).
%macro DIVISION 5
PROLOGUE {LOADED %2, %3, 6}
FORM fdiv_%1, %4, %5, -, {fdiv st1, st0}, {fdiv st2, st0}, {fdiv st3, st0}, {fdiv st4, st0}
%endmacro

DIVISION pi_by_log2_10, fldl2t, fldpi, 41, 41
DIVISION pi_by_1, fld1, fldpi, 41, 41
DIVISION pi_by_2, FLD2, fldpi, 41, 41
DIVISION pi_by_half, FLD_HALF, fldpi, 39, 38
DIVISION 0_by_pi, fldpi, fldz, 6, 6

; FSQRT: 70 in each precision (G2,B,MA,X), of 0 4 (X).
UNITS 8
PROLOGUE {ONES 2}, {fldpi}, {fldcw [esi + CW_SINGLE]}
FORM fsqrt_single, 70, -, -, {fsqrt}
PROLOGUE {ONES 2}, {fldpi}, {fldcw [esi + CW_DOUBLE]}
FORM fsqrt_double, 70, -, -, {fsqrt}
PROLOGUE {ONES 2}, {fldpi}
FORM fsqrt_pi, 70, -, -, {fsqrt}
PROLOGUE {ONES 2}, {fldz}
FORM fsqrt_0, 4, -, -, {fsqrt}

UNITS 16
FORM fincstp, -, 1, -, {fincstp}
FORM fdecstp, -, 1, -, {fdecstp}

CLASS "x87 arithmetic by value and by precision: latency and throughput of each form"
