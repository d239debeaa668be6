; SPDX-License-Identifier: MIT
; Loads a selector beyond the end of the GDT.

%include "bench/bench.inc"

SELECTOR_BEYOND equ 0xFFF8

section .text
protection:
    mov eax, SELECTOR_BEYOND
    mov ds, ax                          ; vector 13, error code FFF8h
    ret

BENCHMARK "loads a selector that is not there", protection
