; SPDX-License-Identifier: MIT
; A program whose phases last as long as a slice: 20,000 clocks with reads and 20,000 without, each
; of 30,000 instructions and one or two more, 20 times. Groups that take turns of 20,000 clocks, or
; of 30,000 instructions, in a fixed order see one kind of phase each.

%include "bench/bench.inc"

section .text align=64
run:
    push ebx
    mov ebx, 20
.again:
    mov ecx, 10000                      ; (mov dec) | jnz: two clocks a turn
.reads:
    mov eax, [esp]
    dec ecx
    jnz .reads
    mov ecx, 10000                      ; the same, with a NOP for the read
.none:
    nop
    dec ecx
    jnz .none
    dec ebx
    jnz .again
    pop ebx
    ret

BENCHMARK "20 times 20,000 clocks with reads and 20,000 without", run
