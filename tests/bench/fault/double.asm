; SPDX-License-Identifier: MIT
; Faults while the IDT ends after vector 8: the gate for the fault is out of reach, which makes a
; double fault.

%include "bench/bench.inc"

SELECTOR_BEYOND equ 0xFFF8

section .text
double:
    sub esp, 8
    sidt [esp]
    mov word [esp], 9 * 8 - 1           ; vectors 0 to 8
    lidt [esp]
    mov eax, SELECTOR_BEYOND
    mov ds, ax                          ; vector 13, so vector 8
    add esp, 8
    ret

BENCHMARK "faults without a gate", double
