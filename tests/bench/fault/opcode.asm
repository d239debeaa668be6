; SPDX-License-Identifier: MIT
; Executes an undefined opcode, written as data so that it is undefined on every processor.

%include "bench/bench.inc"

section .rodata
undefined:
    db 0x0F, 0xFF                       ; undefined in every i386 manual

section .text
opcode:
    mov eax, 0xC0DE
    jmp undefined                       ; vector 6

BENCHMARK "executes an undefined opcode", opcode
