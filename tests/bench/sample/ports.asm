; SPDX-License-Identifier: MIT
; Accesses ports in ring 3: three reads of port 84h, which no device uses, a write to 80h, and one
; of each width of the ports next to 81h.

%include "bench/bench.inc"

section .text align=64
run:
    pusha
    CHANNEL 0
    in al, 0x84
    mov edx, 0x84
    in al, dx
    mov eax, 0x12345678
    in al, dx
    mov al, 0x5A
    out 0x80, al
    mov ax, 0x1234
    out 0x84, ax
    CHANNEL 1, eax
    popa
    ret

BENCHMARK "ports in ring 3", run
