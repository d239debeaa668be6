; SPDX-License-Identifier: MIT
; Divides by zero on the x87, unmasked, and waits for the error.

%include "bench/bench.inc"

section .rodata
control:
    dw 0x037B                           ; all masked except the division by zero

section .text
x87_error:
    REGION_BEGIN 4
    fldcw [control]
    fld1
    fldz
    fdivp st1, st0                      ; 1 / 0
    fwait                               ; vector 16
    REGION_END 4
    ret

BENCHMARK "divides by zero on the x87", x87_error
