; SPDX-License-Identifier: MIT
; Returns with region 13 open.

%include "bench/bench.inc"

section .text
open_region:
    REGION_BEGIN 13
    nop
    ret

BENCHMARK "returns with a region open", open_region
