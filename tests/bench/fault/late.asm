; SPDX-License-Identifier: MIT
; Divides by zero in its fifth run: not when its regions are found, but during measurement.

%include "bench/bench.inc"

section .data
align 4
runs_left:
    dd 4

section .text
late:
    REGION_BEGIN 0
    nop
    REGION_END 0
    REGION_BEGIN 1
    xor edx, edx
    dec dword [runs_left]
    jns .count
    xor ecx, ecx
    div ecx                             ; vector 0
.count:
    REGION_END 1
    ret

BENCHMARK "divides by zero in its fifth run", late
