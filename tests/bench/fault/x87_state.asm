; SPDX-License-Identifier: MIT
; Returns with the x87 in single precision, rounding up, an error pending and its stack full.

%include "bench/bench.inc"

section .rodata
control:
    dw 0x0840                           ; RC up, PC single, nothing masked

section .text
x87_state:
    REGION_BEGIN 0
    nop
    REGION_END 0
    times 8 fldz
    fldcw [control]
    fld1                                ; overflows the stack: the next x87 instruction would fault
    ret

BENCHMARK "leaves the x87 with an error pending", x87_state
