; SPDX-License-Identifier: MIT
; GROUP/NAME: what is measured, and why it is worth knowing.

; The expected counts follow from the code and are stated in WORK: size/4 iterations of three
; instructions. An iteration reads a word and ends in one branch.

%include "bench/bench.inc"

extern malloc

section .rodata
wrong_word_sum:
    db "not the sum of the numbers up to size/4", 0
arguments:
    ARGUMENT size, "1K..64K*4"
    ARGUMENTS_END

section .bss
size:       resd 1                      ; bytes
word_array: resd 1                      ; their address
word_sum:   resd 1

section .text
fill_word_array:
    push dword [size]
    call malloc
    pop ecx
    mov [word_array], eax
    shr ecx, 2
.next:
    mov [eax + ecx * 4 - 4], ecx
    dec ecx
    jnz .next
    ret

REGION_NAME 0, "sum"
WORK "region=sum instructions_executed=size/4*3 data_read=size/4 data_write=0 branches=size/4"
add_up_words:
    mov edx, [word_array]
    mov ecx, [size]
    shr ecx, 2
    xor eax, eax
    REGION_BEGIN 0
.next:
    add eax, [edx + ecx * 4 - 4]
    dec ecx
    jnz .next
    REGION_END 0
    mov [word_sum], eax
    ret

; OUT: EAX, an error text for a wrong result, or 0.
check_word_sum:
    mov ecx, [size]
    shr ecx, 2
    lea edx, [ecx + 1]
    imul edx, ecx
    shr edx, 1                          ; n (n + 1) / 2
    xor eax, eax
    cmp edx, [word_sum]
    je .right
    mov eax, wrong_word_sum
.right:
    ret

%define BENCH_SETUP fill_word_array
%define BENCH_CHECK check_word_sum
%define BENCH_MEMORY 64 * 1024
%define BENCH_ARGUMENTS arguments
BENCHMARK "adds up an array of numbers", add_up_words
