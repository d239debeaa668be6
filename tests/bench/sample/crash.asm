; SPDX-License-Identifier: MIT
; A division by zero 100 clocks after the third of three stamps.

%include "bench/bench.inc"

section .text align=64
run:
    push ebx
    mov ebx, 2
.turn:
    CHANNEL 7, ebx
%rep 100
    nop
    nop
%endrep
    mov eax, 1
    xor edx, edx
    dec ebx
    jns .turn
    inc ebx                             ; 0
    div ebx
    pop ebx
    ret

BENCHMARK "a division by zero behind three stamps", run
