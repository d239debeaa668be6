; SPDX-License-Identifier: MIT
; The address of code does not matter once it is cached: pairs across the ends of lines and pages.
;
; No source mentions a cost. The lines at the ends of pages share a set of the code cache, so each
; body is called once right before its region. That call determines the BTB entry of its RET, so RET
; is mispredicted in the region. Region N starts with N pairs of NOPs, so that its CALL has its own
; set of the BTB: N clocks, CALL 1, body, RET 2 + 3 (model_config branch.indirect = 3).

%include "bench/cycles.inc"

; Places the next instruction %1 bytes before the end of a page.
%macro TO_PAGE_END 1
    times (4096 - %1 - ($ - layout)) & 4095 nop
%endmacro

section .text align=4096
layout:
    CYCLES_ENTER

; Pairs of 10 bytes; the page ends in the first half of the second: 1 + 10 + 5.
WORK "region=0 count_clocks=16 instructions_executed=22 instructions_executed_in_v_pipe=10"
WORK "region=0 code_cache_miss=0"
    call u_half
    REGION_BEGIN 0
    call u_half
    REGION_END 0

; Pairs of 6 bytes; the page ends in the second half of the second: 1 + 1 + 10 + 5.
WORK "region=1 count_clocks=17 instructions_executed=24 instructions_executed_in_v_pipe=11"
WORK "region=1 code_cache_miss=0"
    call v_half
    REGION_BEGIN 1
    times 2 nop
    call v_half
    REGION_END 1

; A pair with the page's end between its halves: 2 + 1 + 10 + 5.
WORK "region=2 count_clocks=18 instructions_executed=26 instructions_executed_in_v_pipe=12"
WORK "region=2 code_cache_miss=0"
    call between
    REGION_BEGIN 2
    times 4 nop
    call between
    REGION_END 2

; (mov nop) | the page's end | +1 (mov nop): 3 + 1 + 3 + 5.
WORK "region=3 count_clocks=12 instructions_executed=12 instructions_executed_in_v_pipe=5"
WORK "region=3 pipeline_stalled_address_generation_interlock=1 code_cache_miss=0"
    call interlock
    REGION_BEGIN 3
    times 6 nop
    call interlock
    REGION_END 3

; A straight sequence of 100 pairs across 13 lines: all pair.
WORK "region=4 count_clocks=100 instructions_executed=200 instructions_executed_in_v_pipe=100"
    REGION_BEGIN 4
%rep 100
    mov eax, edx
    mov ecx, edx
%endrep
    REGION_END 4
    CYCLES_LEAVE

    TO_PAGE_END 13
u_half:
    TEN {mov eax, 1}, {mov edx, 1}
    ret

    TO_PAGE_END 11
v_half:
    TEN {inc eax}, {mov edx, 1}
    ret

    TO_PAGE_END 11
between:
    TEN {mov edx, 1}, {inc eax}
    ret

    TO_PAGE_END 3
interlock:
    mov ebx, esi
    nop
    mov eax, [ebx]
    nop
    ret

BENCHMARK "pairs across the ends of lines and pages", layout
