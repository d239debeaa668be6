; SPDX-License-Identifier: MIT
; Gives region 3 two names.

%include "bench/bench.inc"

    REGION_NAME 3, "this"
    REGION_NAME 3, "that"

section .text
two_names:
    REGION_BEGIN 3
    REGION_END 3
    ret

BENCHMARK "one region with two names", two_names
