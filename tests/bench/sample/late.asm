; SPDX-License-Identifier: MIT
; Writes a word three times per run. In the ninth run since setup() it divides by zero after the
; second write.

%include "bench/bench.inc"

section .bss align=64
global late_word
late_word:
    resd 1
runs_left:
    resd 1

section .text align=64
late_setup:
    mov dword [runs_left], 8
    ret

late_writes:
    mov [late_word], eax
    mov [late_word], eax
    xor edx, edx
    mov ecx, 1
    dec dword [runs_left]
    jns .divide
    xor ecx, ecx
.divide:
    div ecx                             ; vector 0
    mov [late_word], eax
    ret

%undef BENCH_SETUP
%define BENCH_SETUP late_setup
BENCHMARK "divides by zero in its ninth run", late_writes
