; SPDX-License-Identifier: MIT
; Region 7 is entered twice and left once; region 8 is left without having been entered.

%include "bench/bench.inc"

section .text
broken:
    REGION_BEGIN 7
    nop
    REGION_BEGIN 7
    nop
    REGION_END 7
    REGION_END 8
    ret

BENCHMARK "entries and exits that differ", broken
