; SPDX-License-Identifier: MIT
; Two regions: stubs mark region 7, and probes in place mark region 8, which is named "in place".
; Both contain the same two instructions, a read and a branch.

%include "bench/bench.inc"

WORK "region=7 instructions_executed=2 branches=1 data_read=1 data_write=0"
WORK "region=8 instructions_executed=2 branches=1 data_read=1 data_write=0"

extern p5mon_asm_begreg_7, p5mon_asm_endreg_7

%macro WORK_OF_A_REGION 0
    mov eax, [esp]
    jmp short %%next
%%next:
%endmacro

REGION_NAME 8, "in place"

section .text
stub_and_probe:
    call p5mon_asm_begreg_7
    WORK_OF_A_REGION
    call p5mon_asm_endreg_7
    REGION_BEGIN 8
    WORK_OF_A_REGION
    REGION_END 8
    ret

BENCHMARK "a region by stubs and one by probes in place", stub_and_probe
