; SPDX-License-Identifier: MIT
; Sets the trap flag: a debug exception after the next instruction.

%include "bench/bench.inc"

TF equ 1 << 8

section .text
single_step:
    pushf
    or dword [esp], TF
    popf
    nop
    ret                                 ; vector 1 before it

BENCHMARK "steps into a debug exception", single_step
