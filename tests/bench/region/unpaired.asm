; SPDX-License-Identifier: MIT
; Regions with as many entries as exits that are wrong all the same: region 5 ends before it begins,
; region 6 begins twice before it ends twice. Region 7 is correct.

%include "bench/bench.inc"

section .text
unpaired:
    REGION_END 5
    nop
    REGION_BEGIN 5
    REGION_BEGIN 6
    nop
    REGION_BEGIN 6
    nop
    REGION_END 6
    nop
    REGION_END 6
    REGION_BEGIN 7
    nop
    REGION_END 7
    ret

BENCHMARK "ends and begins out of order", unpaired
