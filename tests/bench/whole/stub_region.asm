; SPDX-License-Identifier: MIT
; 100 instructions in a run with one region, by libp5mon's stubs.

%include "bench/bench.inc"

extern p5mon_asm_begreg_0, p5mon_asm_endreg_0

section .text
stub_region:
    call p5mon_asm_begreg_0
    call p5mon_asm_endreg_0
    times 100 nop
    ret

BENCHMARK "100 NOPs after an empty region by stubs", stub_region
