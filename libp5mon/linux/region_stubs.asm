; SPDX-License-Identifier: MIT
; The thesis's stubs in an executable: each marks the region of its number by a probe. A region also
; counts the RET of the first stub and the CALL of the second.

bits 32

%include "pmc/program/bareprobe/region.inc"

section .text

global p5mon_asm_init
p5mon_asm_init:
    ret

%assign number 0
%rep 100
global p5mon_asm_begreg_%[number], p5mon_asm_endreg_%[number]
    align 32
p5mon_asm_begreg_%[number]:
    REGION_BEGIN number
    ret
p5mon_asm_endreg_%[number]:
    REGION_END number
    ret
%assign number number + 1
%endrep
