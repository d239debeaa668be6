; SPDX-License-Identifier: MIT
; A stub begins region 3 and a probe of pmc/region.inc ends it: no overhead would be right.

%include "bench/bench.inc"

extern p5mon_asm_begreg_3

section .text
stub_mixed:
    call p5mon_asm_begreg_3
    nop
    REGION_END 3
    ret

BENCHMARK "a region begun by a stub and ended by a probe", stub_mixed
