; SPDX-License-Identifier: MIT
; sampled/skid: how far behind the instruction that caused it a sample falls. `bareprobe profile
; --skid` and `plot skid` know the loop by its name, and that its first instruction is the cause.
;
; A turn is one DIV, which alone reads data, and INCs that wait for each other, a byte each: what is
; so many instructions behind the DIV is as many bytes behind it, and on a P5 as many clocks. There
; a turn takes 41 clocks for the DIV and 128 for INCs, the last one paired (inc dec), then 1: 170.

%include "bench/bench.inc"

TURNS equ 1000
INCS  equ 128

section .text align=64
run:
    xor edx, edx
    mov ecx, TURNS
    push dword 0x7fffffff               ; above any remainder, so no quotient is too large
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

BENCHMARK "one instruction that reads data, and a long row that does not", run
