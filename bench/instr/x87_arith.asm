; SPDX-License-Identifier: MIT
; x87 arithmetic and functions. The fourth documented value is the overlap with later integer
; instructions.

%include "bench/instr/instr.inc"

X87_PARTNERS

%macro ONES 1
    fninit
    times %1 fld1
%endmacro

; FADD FSUB FSUBR: FX 3, 2 of them overlap with integers and 2 with x87 (G2,A,B,C,MA). FMUL the
; same, 1 with another FMUL. The result with memory is always ST: no form is independent of it. IN:
; mnemonic, clocks to the next, latency, overlap with integers.
%macro ARITHMETIC 4
UNITS 16
PROLOGUE {ONES 6}
FORM %1_st_i_st, %3, %2, FX %4, {%1 st1, st0}, {%1 st2, st0}, {%1 st3, st0}, {%1 st4, st0}
FORM %1_st_st_i, %3, -, FX %4, {%1 st0, st1}
FORM %1_m32, %3, -, FX %4, {%1 dword [esi + M32FP]}
FORM %1_m64, %3, -, FX %4, {%1 qword [esi + M64FP]}
UNITS 2
PROLOGUE {ONES 8}
CHAIN {%1p st1, st0}
FORM %1p_st_i_st, %3, %2, FX %4, {%1p st4, st0}
%endmacro

ARITHMETIC fadd, 1, 3, 2
ARITHMETIC fsub, 1, 3, 2
ARITHMETIC fsubr, 1, 3, 2
ARITHMETIC fmul, 2, 3, 2

; FDIV FDIVR: FX 41, which no x87 instruction overlaps (X; G2, A, B, C and MA give 39, with an
; overlap of 2); all but 1 overlap with integers (G2). In double precision 33, in single 19
; (G2,A,B,C,MA,X), with an overlap of 1 with x87 (X; G2 2).
ARITHMETIC fdiv, 41, 41, 40
ARITHMETIC fdivr, 41, 41, 40
UNITS 16
PROLOGUE {ONES 6}, {fldcw [esi + CW_DOUBLE]}
FORM fdiv_st_i_st_double, 33, 32, FX 32, {fdiv st1, st0}, {fdiv st2, st0}
PROLOGUE {ONES 6}, {fldcw [esi + CW_SINGLE]}
FORM fdiv_st_i_st_single, 19, 18, FX 18, {fdiv st1, st0}, {fdiv st2, st0}

; An integer operand in memory: NP 6, 2 of them overlap; FIDIV 42, with 38 (G2,B,MA).
%macro INTEGER 3
FORM %1_m16, %2, -, NP %3, {%1 word [esi + M16INT]}
FORM %1_m32, %2, -, NP %3, {%1 dword [esi + M32INT]}
%endmacro

PROLOGUE {ONES 6}
INTEGER fiadd, 6, 2
INTEGER fisub, 6, 2
INTEGER fisubr, 6, 2
INTEGER fimul, 6, 2
INTEGER fidiv, 42, 38
INTEGER fidivr, 42, 38

; Functions (G2,B,MA), FSIN and FCOS in x87_function.asm; B for the clocks of FPTAN, FPATAN, FYL2X
; and FYL2XP1.
FORM fsqrt, 70, -, NP 69, {fsqrt}
FORM fprem, 16-64, -, NP 2, {fprem}
FORM fprem1, 20-70, -, NP 2, {fprem1}
FORM frndint, 9-20, -, NP 0, {frndint}
FORM fscale, 20-32, -, NP 5, {fscale}
FORM f2xm1, 53-59, -, NP 2, {f2xm1}
UNITS 2
PROLOGUE {ONES 2}
FORM fxtract, 12-66, -, NP 0, {fxtract}
FORM fsincos, 89-112, -, NP 2, {fsincos}
FORM fptan, 120, -, NP 36, {fptan}
PROLOGUE {ONES 8}
FORM fpatan, 112, -, NP 2, {fpatan}
FORM fyl2x, 103, -, NP 2, {fyl2x}
%macro ZEROS 1
    fninit
    times %1 fldz
%endmacro
PROLOGUE {ZEROS 8}
FORM fyl2xp1, 105, -, NP 2, {fyl2xp1}

CLASS "x87 arithmetic and functions: latency, throughput, pairing and overlap"
