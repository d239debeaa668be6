; SPDX-License-Identifier: MIT
; Clocks of single instructions for which sources give different numbers.

%include "bench/choice/takes.inc"

section .text align=32
clocks:
    CYCLES_ENTER
    mov ecx, 1
    mov edx, 0
    TAKES "multiply_32", 1, {mul ecx}
    TAKES "multiply_into", 1, {imul eax, ecx}
    TAKES "cmpxchg_registers", 1, {cmpxchg ecx, edx}
    TAKES "cmpxchg8b", 1, {cmpxchg8b [ebx]}
    TAKES "lahf", 1, {lahf}
    TAKES "aad", 1, {aad}
    TAKES "aam", 1, {aam}
    TAKES "pusha_16", 2, {pushaw}, {popaw}
    CYCLES_LEAVE

FINDINGS
BENCHMARK "clocks of single instructions that sources differ on", clocks
