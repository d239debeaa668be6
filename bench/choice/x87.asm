; SPDX-License-Identifier: MIT
; x87: when a result may be stored, when the multiplier takes the next, and whether FTST pairs.
; Operands are 1, but for FTST's 0.

%include "bench/choice/takes.inc"

section .text align=32
x87:
    CYCLES_ENTER
    fninit
%rep 6
    fld1
%endrep
; FADD 3, and until it may be stored; FST 2.
    TAKES "add_and_store", 1, {fadd st0, st1}, {fst dword [ebx]}
; No operand is another's result for 5 of them.
    TAKES "multiply_independent", 5, {fmul st1, st0}, {fmul st2, st0}, {fmul st3, st0}, \
        {fmul st4, st0}, {fmul st5, st0}

; FTST with an FXCH behind, which takes a clock where they do not pair; the two of x87 behind them
; are one that may follow a pair and one more. FNOP, 1, in FXCH's place pairs with nothing.
    fninit
    fldz
    fldz
    REGION_BEGIN takes
    SETTLE
    TEN {ftst}, {fxch st1}, {fabs}, {fabs}
    REGION_END takes
    REGION_NAME takes, "FTST, FXCH"
    REGION_BEGIN takes + 1
    SETTLE
    TEN {ftst}, {fnop}, {fabs}, {fabs}
    REGION_END takes + 1
    REGION_NAME takes + 1, "FTST, FNOP"
    FINDING "ftst_hides_fxch", takes + 1, takes, 10
    fninit
    CYCLES_LEAVE

FINDINGS
BENCHMARK "x87: stores of results, multiplications in a row, FTST in a pair", x87
