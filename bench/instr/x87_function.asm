; SPDX-License-Identifier: MIT
; FSIN and FCOS by argument.
;
; FADD follows each of them, except for 0.739..., and restores the argument from the result: ST1 is
; their difference. FADD takes 3 of the clocks (X). Documented without arguments: 65-100, with an
; overlap of 2 with integers (G2).

%include "bench/instr/instr.inc"

X87_PARTNERS

; IN: FSIN or FCOS; the load of the argument. OUT: ST the argument, ST1 the value that FADD adds.
%macro WITH_DIFFERENCE 2
    fninit
    %2
    fld st0
    %1
    fsubr st0, st1
    fxch st1
%endmacro

; OUT: ST pi, 2 and 4 times.
%macro FLD_2PI 0
    fldpi
    fadd st0, st0
%endmacro

%macro FLD_4PI 0
    FLD_2PI
    fadd st0, st0
%endmacro

; OUT: ST pi, halved %1 times.
%macro FLD_PI_HALVED 1
    fld1
    fadd st0, st0
    fldpi
    times %1 fdiv st0, st1
    fstp st1
%endmacro

%macro BOTH 1
    %1
    fadd st0, st1
%endmacro

; IN: FSIN or FCOS, name of the argument, the load of it, clocks.
%macro FUNCTION 4
PROLOGUE {WITH_DIFFERENCE %1, {%3}}
FORM %1_%2_fadd, %4, -, -, {BOTH %1}
%endmacro

UNITS 4
PROLOGUE {fninit}, {fldz}
FORM fsin_0, 16, -, NP 2, {fsin}
FUNCTION fsin, 0, fldz, 17
FUNCTION fsin, 1, fld1, 99
FUNCTION fsin, 4pi, FLD_4PI, 76
FUNCTION fsin, 2pi, FLD_2PI, 75
FUNCTION fsin, pi, fldpi, 75
FUNCTION fsin, pi_by_2, FLD_PI_HALVED 1, 74
FUNCTION fsin, pi_by_4, FLD_PI_HALVED 2, 91
FUNCTION fsin, pi_by_8, FLD_PI_HALVED 3, 84
FUNCTION fsin, pi_by_16, FLD_PI_HALVED 4, 66
FUNCTION fsin, pi_by_32, FLD_PI_HALVED 5, 66

; The number that is its own cosine.
section .rodata
own_cosine:
    dt 0.73908513321516064165531208767387340401
PROLOGUE {fninit}, {fld tword [own_cosine]}
FORM fcos_own, 83, -, NP 2, {fcos}
FUNCTION fcos, own, fld tword [own_cosine], 86
FUNCTION fcos, 0, fldz, 19
FUNCTION fcos, 1, fld1, 97
FUNCTION fcos, 4pi, FLD_4PI, 76
FUNCTION fcos, 2pi, FLD_2PI, 75
FUNCTION fcos, pi, fldpi, 80
FUNCTION fcos, pi_by_2, FLD_PI_HALVED 1, 74
FUNCTION fcos, pi_by_4, FLD_PI_HALVED 2, 89
FUNCTION fcos, pi_by_8, FLD_PI_HALVED 3, 86
FUNCTION fcos, pi_by_16, FLD_PI_HALVED 4, 66
FUNCTION fcos, pi_by_32, FLD_PI_HALVED 5, 66

CLASS "FSIN and FCOS by argument: latency of each form"
