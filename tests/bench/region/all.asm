; SPDX-License-Identifier: MIT
; All 256 regions, one after another, with a NOP in each.

%include "bench/bench.inc"

section .text
all:
%assign region_number 0
%rep 256
    REGION_BEGIN region_number
    nop
    REGION_END region_number
%assign region_number region_number + 1
%endrep
    ret

BENCHMARK "256 regions", all
