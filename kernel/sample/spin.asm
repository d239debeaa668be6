; SPDX-License-Identifier: MIT
; The loop that is interrupted to calibrate the cost of an interruption. It is linked to pages that
; ring 3 may execute (linker.ld).

bits 32

SPIN_ITERATIONS     equ 100000

section .text align=64
global sample_spin
; CHANGES: ECX.
sample_spin:
    mov ecx, SPIN_ITERATIONS
    align 16
.iteration:
    dec ecx
    jnz .iteration
    ret
