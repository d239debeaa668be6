; SPDX-License-Identifier: MIT
; Stamps with known clocks between them, in a loop of ten iterations.

%include "bench/bench.inc"

section .text align=64
run:
    push ebx
    mov ebx, 10
    align 32
.turn:
    CHANNEL 0
%rep 100
    nop                                 ; a pair takes 1 clock: 50
%endrep
    CHANNEL 1, ebx
%rep 40
    mov eax, eax
    add eax, eax                        ; waits for the one before and does not pair: 80
%endrep
    CHANNEL 2
    mov ecx, 1000                       ; 1, as DEC waits for it
.inner:
    dec ecx                             ; (dec jnz): 1 clock, and 4 for the last JNZ: 1,004
    jnz .inner
    CHANNEL 3
    dec ebx
    jnz .turn
    pop ebx
    ret

CHANNEL_NAME 0, "nops"
CHANNEL_NAME 2, "loop"

BENCHMARK "stamps with 50, 80 and 1,005 clocks between them", run
