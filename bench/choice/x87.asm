; SPDX-License-Identifier: MIT
; x87 timing: when a result may be stored, when the multiplier accepts the next operands, and
; whether FTST pairs. Operands are 1, except FTST's 0.

%include "bench/choice/takes.inc"

section .text align=32
x87:
    CYCLES_ENTER
    fninit
%rep 6
    fld1
%endrep
; FADD takes 3 clocks, plus the wait until it may be stored; FST takes 2.
    TAKES "add_and_store", 1, {fadd st0, st1}, {fst dword [ebx]}
; No operand is the result of one of the 5 instructions before.
    TAKES "multiply_independent", 5, {fmul st1, st0}, {fmul st2, st0}, {fmul st3, st0}, \
        {fmul st4, st0}, {fmul st5, st0}

; FTST followed by FXCH, which takes a clock if they do not pair. The first of the two x87
; instructions after them may follow a pair, the second is one more. FNOP, 1 clock, instead of FXCH
; does not pair.
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
