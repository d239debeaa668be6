; SPDX-License-Identifier: MIT
; Empty pairs of stubs: all events count 0, for any region number and any address of the calls,
; except if the second CALL crosses a cache line (region 1): the line with its end is an additional
; code read. Because the code has its own page, its places in caches and BTB are always the same.
;
; A NOP between the stubs is one instruction: the CALL after it pairs with it and goes through V.
; The empty pair of region 49 uses the same lines and has loaded them.

%include "bench/bench.inc"

WORK "region=0 instructions_executed=0 instructions_executed_in_v_pipe=0 branches=0 btb_hits=0"
WORK "region=0 pipeline_flushes=0 data_read=0 data_write=0 data_read_or_write=0 bank_conflicts=0"
WORK "region=0 code_read=0 count_clocks=0"
WORK "region=1 code_read=1 branches=0 data_read=0 data_write=0"
WORK "region=1 instructions_executed=0 instructions_executed_in_v_pipe=0"
WORK "region=99 code_read=0 branches=0 data_read=0 data_write=0"
WORK "region=99 instructions_executed=0 instructions_executed_in_v_pipe=0"
WORK "region=50 instructions_executed=1 instructions_executed_in_v_pipe=1 branches=0 data_read=0"

; IN: 1, the region; 2, the offset of its first CALL in a cache line.
%macro PAIR 2
    extern p5mon_asm_begreg_%[%1], p5mon_asm_endreg_%[%1]
    align 32
    times %2 nop
    call p5mon_asm_begreg_%[%1]
    call p5mon_asm_endreg_%[%1]
%endmacro

extern p5mon_asm_init, p5mon_asm_begreg_50, p5mon_asm_endreg_50

section .text align=4096
stub_empty:
    call p5mon_asm_init
    PAIR 0, 0
    PAIR 99, 13
    PAIR 1, 24
    PAIR 49, 0
    call p5mon_asm_begreg_50
    nop
    call p5mon_asm_endreg_50
    ret

BENCHMARK "empty pairs of libp5mon's stubs", stub_empty
