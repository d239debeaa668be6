; SPDX-License-Identifier: MIT
; Never ends.

%include "bench/bench.inc"

section .text
hang:
    mov esi, 0x7A46
    REGION_BEGIN 11
.forever:
    jmp .forever
    REGION_END 11
    ret

BENCHMARK "never ends", hang
