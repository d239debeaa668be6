; SPDX-License-Identifier: MIT
; Events for hooks: 7 breakpoints, 5 divisions by zero that the kernel's table of fixups skips, and
; 6 writes to a word.

%include "bench/bench.inc"

section .bss align=64
global hooks_watched
hooks_watched:
    resd 1

section .text align=64
run:
    pusha
    CHANNEL 0
%rep 7
%rep 20
    nop
%endrep
    int3
%endrep
    CHANNEL 1
    call divide
    call divide
    call divide
    call divide
    call divide
    CHANNEL 2
    mov ecx, 6
.write:
    mov [hooks_watched], ecx
    mov eax, [hooks_watched]            ; a read does not count
    dec ecx
    jnz .write
    CHANNEL 3
    popa
    ret

divide:
    xor edx, edx
    xor ecx, ecx
.here:
    div ecx
.resume:
    ret
    [section .fixups progbits alloc noexec nowrite align=4]
    dd divide.here, divide.resume
    __?SECT?__

BENCHMARK "breakpoints, divisions by zero, and writes", run
