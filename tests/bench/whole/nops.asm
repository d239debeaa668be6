; SPDX-License-Identifier: MIT
; 100 instructions in a run without regions.

%include "bench/bench.inc"

section .text
nops:
    times 100 nop
    ret

BENCHMARK "100 NOPs without a region", nops
