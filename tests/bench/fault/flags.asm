; SPDX-License-Identifier: MIT
; Returns with the direction flag, alignment check and nested task set: 44400h are NT, AC and DF. It
; is no fault; the code after it must not be affected, least of all an IRET, which NT turns into a
; task switch.

%include "bench/bench.inc"

FLAGS equ 1 << 18 | 1 << 14 | 1 << 10

section .text
flags:
    REGION_BEGIN 0
    nop
    REGION_END 0
    pushf
    or dword [esp], FLAGS
    popf
    ret

BENCHMARK "leaves DF, AC and NT set", flags
