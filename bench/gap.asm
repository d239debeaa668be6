; SPDX-License-Identifier: MIT
; The place of two benchmarks that became programs (programs/wc, programs/words): the benchmarks
; after them keep their addresses. Sizes are those of gcc 12.

section .text align=1
    times 0x10F9 nop

section .rodata align=1
    times 0x818 db 0

section .bss align=4
    resb 0x28
