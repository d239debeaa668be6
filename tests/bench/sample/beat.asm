; SPDX-License-Identifier: MIT
; A program whose phases have the length of a slice: 20,000 clocks with reads and 20,000 without,
; each of 30,000 instructions and one or two more, 20 times. Groups that rotate every 20,000 clocks,
; or 30,000 instructions, in a fixed order see one kind of phase each.

%include "bench/bench.inc"

section .text align=64
run:
    push ebx
    mov ebx, 20
.again:
    mov ecx, 10000                      ; (mov dec) | jnz: two clocks per iteration
.reads:
    mov eax, [esp]
    dec ecx
    jnz .reads
    mov ecx, 10000                      ; the same, with a NOP instead of the read
.none:
    nop
    dec ecx
    jnz .none
    dec ebx
    jnz .again
    pop ebx
    ret

BENCHMARK "20 times 20,000 clocks with reads and 20,000 without", run
