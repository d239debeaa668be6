; SPDX-License-Identifier: MIT
; 100 instructions in a run with one region, by probes.

%include "bench/bench.inc"

section .text
align 64
one_region:
    REGION_BEGIN 0
    REGION_END 0
    times 100 nop
    ret

BENCHMARK "100 NOPs after an empty region", one_region
