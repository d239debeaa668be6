; SPDX-License-Identifier: MIT
; The loop that is interrupted to calibrate the cost of an interruption. It is linked to pages that
; ring 3 may execute (linker.ld).

bits 32

SPIN_TURNS          equ 100000

section .text align=64
global sample_spin
; CHANGES: ECX.
sample_spin:
    mov ecx, SPIN_TURNS
    align 16
.turn:
    dec ecx
    jnz .turn
    ret
