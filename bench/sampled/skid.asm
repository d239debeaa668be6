; SPDX-License-Identifier: MIT
; Measures the skid of samples, the distance from the instruction that causes one. `bareprobe
; profile --skid` and `plot skid` find the loop by its name; its first instruction is the cause.
;
; An iteration is one DIV, which alone reads data, and INCs of one byte that wait for each other.
; The distance from the DIV is the same number in instructions, in bytes and, on a P5, in clocks.
; There an iteration takes 41 clocks for the DIV, 128 for INCs, the last one paired (inc dec), then
; 1: 170.

%include "bench/bench.inc"

TURNS equ 1000
INCS  equ 128

section .text align=64
run:
    xor edx, edx
    mov ecx, TURNS
    push dword 0x7fffffff               ; above any remainder, so that no quotient overflows
align 64
skid_turn:
    div dword [esp]
%rep INCS
    inc eax
%endrep
    dec ecx
    jnz skid_turn
skid_behind:
    pop ecx
    ret

BENCHMARK "one instruction that reads data, and a long row without reads", run
