; SPDX-License-Identifier: MIT
; x87 instructions that test or move ST0: the rest of x87.asm, whose page is full.
;
; ST0 to ST6 are all 1.0.

%include "bench/cycles.inc"

section .text align=4096
x87_stack:
    CYCLES_ENTER
    fninit
    times 7 fld1
    mov dword [ebx + 16], 1

; FCHS and FABS take 1 each, and each needs the result of the one before.
WORK "region=0 count_clocks=20"
    REGION_BEGIN 0
    TEN fchs, fabs
    REGION_END 0

; FCOM 1, FNSTSW AX 6.
WORK "region=1 count_clocks=70"
    REGION_BEGIN 1
    TEN {fcom st1}, {fnstsw ax}
    REGION_END 1

; FILD has latency 3 and overlaps 2 of them; FSTP ST0 (1) needs it: (3 + 1) ten times, and the
; settling pair.
WORK "region=2 count_clocks=41"
    REGION_BEGIN 2
    SETTLE
    TEN {fild dword [ebx + 16]}, {fstp st0}
    REGION_END 2
    fninit
    CYCLES_LEAVE

BENCHMARK "x87 compare, status word, load and store", x87_stack
