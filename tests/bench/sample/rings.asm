; SPDX-License-Identifier: MIT
; A program that is in two rings where it runs in ring 3 and RDMSR reads counters: a turn has 248
; instructions of its own and the gate's 8. An interrupt counts as one itself, so INT as two.

%include "bench/bench.inc"

section .text align=64
run:
    push ebx
    mov ebx, 1000
    align 32                            ; so a begin needs no padding
.turn:
    REGION_BEGIN 0                      ; 15 and 2, two gates of RDMSR and IRET behind them
    REGION_END 0                        ; 26 and 2, and two more
    mov ecx, 100
.inner:
    dec ecx
    jnz .inner                          ; 201
    dec ebx
    jnz .turn                           ; 2
    pop ebx
    ret

BENCHMARK "1,000 turns in two rings", run
