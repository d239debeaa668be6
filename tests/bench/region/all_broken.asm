; SPDX-License-Identifier: MIT
; All 256 regions are left, one after another, without having been entered.

%include "bench/bench.inc"

section .text
all_broken:
%assign region_number 0
%rep 256
    REGION_END region_number
%assign region_number region_number + 1
%endrep
    ret

BENCHMARK "256 ends without a begin", all_broken
