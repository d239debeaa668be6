; SPDX-License-Identifier: MIT
; Three functions with known shares: their loops iterate 60,000, 120,000 and 420,000 times.

%include "bench/bench.inc"

section .text align=64

; An iteration is a pair, (dec jnz): 1 clock. Including the 4 of the last JNZ and some for the call:
; 10, 20 and 70 % of the clocks, to within a hundredth of a percent.
sample_tenth:
    mov ecx, 60000
.turn:
    dec ecx
    jnz .turn
    ret

align 64
sample_fifth:
    mov ecx, 120000
.turn:
    dec ecx
    jnz .turn
    ret

; The same after a read: (mov dec) | jnz: two clocks per iteration, so 210,000 iterations.
align 64
sample_rest:
    mov ecx, 210000
.turn:
    mov eax, [esp]
    dec ecx
    jnz .turn
    ret

run:
    call sample_tenth
    call sample_fifth
    call sample_rest
    ret

BENCHMARK "three functions of 10, 20 and 70 % of the clocks", run
