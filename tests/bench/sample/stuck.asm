; SPDX-License-Identifier: MIT
; Writes a word three times per run. In the ninth run since setup() it loops forever after the
; second write.

%include "bench/bench.inc"

section .bss align=64
global stuck_word
stuck_word:
    resd 1
runs_left:
    resd 1

section .text align=64
stuck_setup:
    mov dword [runs_left], 8
    ret

stuck_writes:
    mov [stuck_word], eax
    mov [stuck_word], eax
    dec dword [runs_left]
.forever:
    js .forever
    mov [stuck_word], eax
    ret

%undef BENCH_SETUP
%define BENCH_SETUP stuck_setup
BENCHMARK "never ends in its ninth run", stuck_writes
