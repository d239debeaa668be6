; SPDX-License-Identifier: MIT
; Writes a word three times per run. In the ninth run since setup() it loops forever after the
; second write, in divisions: they take the most clocks for the simulator's time.

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
    xor edx, edx
    mov ecx, 1
    dec dword [runs_left]
    jns .last
.forever:
    times 16 div ecx                    ; changes no register
    jmp .forever
.last:
    mov [stuck_word], eax
    ret

%undef BENCH_SETUP
%define BENCH_SETUP stuck_setup
BENCHMARK "never ends in its ninth run", stuck_writes
