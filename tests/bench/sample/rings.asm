; SPDX-License-Identifier: MIT
; A program that executes in two rings if it runs in ring 3 and RDMSR reads counters: an iteration
; has 248 instructions of its ring and 8 of the gate. An interrupt counts as an instruction, so INT
; counts as two.

%include "bench/bench.inc"

section .text align=64
run:
    push ebx
    mov ebx, 1000
    align 32                            ; so that a begin needs no padding
.turn:
    REGION_BEGIN 0                      ; 15 and 2, two gates of RDMSR and IRET after them
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
