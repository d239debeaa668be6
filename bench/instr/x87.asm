; SPDX-License-Identifier: MIT
; x87 loads and stores, comparisons, control.
;
; Documented values: latency, clocks to the next, pairing, and with a latency the clocks that later
; integer instructions overlap.

%include "bench/instr/instr.inc"

X87_PARTNERS

%macro ONES 1
    fninit
    times %1 fld1
%endmacro

; FLD: FX 1, of 80 bits NP 3 (G2,A,B,K,C). FBLD 48-58 (G2). FILD 3, and 2 of them overlap (G2,B,MA).
UNITS 2
PROLOGUE {ONES 2}
FORM fld_m32, -, 1, FX, {fld dword [esi + M32FP]}
FORM fld_m64, -, 1, FX, {fld qword [esi + M64FP]}
FORM fld_m80, -, 3, NP, {fld tword [esi + M80FP]}
FORM fld_st, 1, 1, FX, {fld st0}
FORM fbld_m80, -, 48-58, NP, {fbld [esi + MBCD]}
%macro LOAD_INTEGER 2
CHAIN {%2}, {fchs}
BASE {fchs}
FORM fild_%1, 3, 1, NP 2, {%2}
%endmacro
LOAD_INTEGER m16, fild word [esi + M16INT]
LOAD_INTEGER m32, fild dword [esi + M32INT]
LOAD_INTEGER m64, fild qword [esi + M64INT]

; Constants: FLDZ FLD1 2; the others 5, overlapping 2 with integers and 2 with x87 (G2,B).
FORM fldz, -, 2, NP, {fldz}
FORM fld1, -, 2, NP, {fld1}
%macro CONSTANT 1-*
%rep %0
CHAIN {%1}, {fchs}
BASE {fchs}
FORM %1, 5, 3, NP 2, {%1}
%rotate 1
%endrep
%endmacro
CONSTANT fldpi, fldl2e, fldl2t, fldlg2, fldln2

; FST FSTP: st 1, m32 and m64 2, m80 3; FBSTP 148-154; FIST FISTP 6 (G2,A,B,C). NP.
PROLOGUE {ONES 8}
FORM fst_st, -, 1, NP, {fst st3}
FORM fst_m32, -, 2, NP, {fst dword [esi + SCRATCH]}
FORM fst_m64, -, 2, NP, {fst qword [esi + SCRATCH]}
FORM fist_m16, -, 6, NP, {fist word [esi + SCRATCH]}
FORM fist_m32, -, 6, NP, {fist dword [esi + SCRATCH]}
FORM fstp_st, -, 1, NP, {fstp st3}
FORM fstp_m32, -, 2, NP, {fstp dword [esi + SCRATCH]}
FORM fstp_m64, -, 2, NP, {fstp qword [esi + SCRATCH]}
FORM fstp_m80, -, 3, NP, {fstp tword [esi + SCRATCH]}
FORM fbstp_m80, -, 148-154, NP, {fbstp [esi + SCRATCH]}
FORM fistp_m16, -, 6, NP, {fistp word [esi + SCRATCH]}
FORM fistp_m32, -, 6, NP, {fistp dword [esi + SCRATCH]}
FORM fistp_m64, -, 6, NP, {fistp qword [esi + SCRATCH]}

; FXCH: 1 alone; none after an instruction that pairs with it, if x87 follows (A,G2,B,K).
FORM fxch_st, 1, 1, FXCH, {fxch st1}, {fxch st2}

; FCOM and similar: FX 1 (G2,B,K; MA 4). FTST NP (G2,B; K FX). FICOM 4 (G2,B; MA 8). FXAM 17-21, of
; which 4 overlap with integers (G2,B).
FORM fcom_st, -, 1, FX, {fcom st1}
FORM fcom_m32, -, 1, FX, {fcom dword [esi + M32FP]}
FORM fcom_m64, -, 1, FX, {fcom qword [esi + M64FP]}
FORM fcomp_st, -, 1, FX, {fcomp st1}
FORM fucom_st, -, 1, FX, {fucom st1}
FORM fucomp_st, -, 1, FX, {fucomp st1}
FORM ftst, -, 1, NP, {ftst}
FORM ficom_m16, -, 4, NP, {ficom word [esi + M16INT]}
FORM ficom_m32, -, 4, NP, {ficom dword [esi + M32INT]}
FORM ficomp_m32, -, 4, NP, {ficomp dword [esi + M32INT]}
FORM fxam, 17-21, 17-21, NP 4, {fxam}
UNITS 1
FORM fcompp, -, 1, FX, {fcompp}
FORM fucompp, -, 1, FX, {fucompp}

; FCHS FABS: FX 1 (G2,B,K).
UNITS 16
FORM fchs, 1, 1, FX 0, {fchs}
FORM fabs, 1, 1, FX 0, {fabs}

; Control (G2,B; A and MA 7 for FLDCW, MA 2 for FNSTSW). FNOP, FINCSTP and similar 1-3.
FORM fnop, -, 1-3, NP, {fnop}
FORM fwait, -, 1, NP, {fwait}
FORM fnstsw_ax, -, 6, NP, {fnstsw ax}
FORM fnstsw_m16, -, 6, NP, {fnstsw [esi + SCRATCH]}
FORM fnstcw_m16, -, 2, NP, {fnstcw [esi + SCRATCH]}
FORM fldcw_m16, -, 8, NP, {fldcw [esi + CW_EXTENDED]}
FORM fnclex, -, 7, NP, {fnclex}
UNITS 2
FORM fninit, -, 17, NP, {fninit}
PROLOGUE {ONES 2}, {fnsave [esi + SCRATCH]}
FORM fnstenv_m, -, 48, NP, {fnstenv [esi + SCRATCH]}
FORM fldenv_m, -, 32, NP, {fldenv [esi + SCRATCH]}
FORM fnsave_m, -, 127, NP, {fnsave [esi + SCRATCH]}
FORM frstor_m, -, 70, NP, {frstor [esi + SCRATCH]}

CLASS "x87 loads, stores and comparisons: latency, throughput, pairing and overlap"
