; SPDX-License-Identifier: MIT
; Three functions write to one word: once, twice and seven times. No other code does. A neighbouring
; word is written too.

%include "bench/bench.inc"

section .bss align=64
global writers_word, writers_unwritten
writers_word:
    resd 1
writers_neighbour:
    resd 1
writers_unwritten:
    resd 1

section .text align=64
writers_once:
    mov [writers_word], eax
    ret

align 64
writers_twice:
    mov ecx, 2
.turn:
    mov [writers_word], ecx
    dec ecx
    jnz .turn
    ret

align 64
writers_seven:
    mov ecx, 7
.turn:
    mov edx, [writers_word]             ; a read does not count
    mov [writers_word], ecx
    dec ecx
    jnz .turn
    ret

run:
    mov [writers_neighbour], eax
    call writers_once
    call writers_twice
    mov [writers_neighbour], eax
    call writers_seven
    ret

BENCHMARK "three functions that write a word 1, 2 and 7 times", run
