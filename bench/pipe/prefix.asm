; SPDX-License-Identifier: MIT
; The cost of a prefix: decode clocks in U. An instruction of N clocks hides N - 1 of them in the
; next two instructions (Agner Fog 1997, 13). encoding.asm measures how prefixes affect pairing.

; Regions 1 to 5 have ten times a MOV with prefixes, and region 0 one without, each to the register
; written before, so that nothing pairs: 10 clocks. Before them DRAIN uses up the clocks that POPA
; would hide, and NOT keeps it from pairing: 2 clocks. A prefix of 66 or 67 takes 1 decode clock
; (prefix.size), an instruction's first one 2 on a P55C (prefix.first_size; InstLatx64). There
; DRAIN's four take 5, and POPA's 5 clocks hide 4 of them: 3 clocks. 0F takes 1, and none on a P55C.

%include "bench/cycles.inc"
%include "bench/findings.inc"

; IN: a name, a region, its baseline, the instructions in braces.
%macro PREFIX 4-*
    REGION_BEGIN %2
    DRAIN
    not edi
%rep 10
%rotate 3
%rep %0 - 3
    %1
%rotate 1
%endrep
%endrep
    REGION_END %2
    REGION_NAME %2, %1
%if %3 != NO_REGION
    FINDING %1, %2, %3, 10
%endif
%endmacro

section .text align=32
prefix:
    CYCLES_ENTER

WORK "cpu=p54c region=0 count_clocks=12 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=0 count_clocks=13 instructions_executed_in_v_pipe=0"
    PREFIX "no prefix", 0, NO_REGION, {mov edx, ecx}

; 2 + 10 x 2; 3 + 10 x 3.
WORK "cpu=p54c region=1 count_clocks=22 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=1 count_clocks=33 instructions_executed_in_v_pipe=0"
    PREFIX "prefix_operand_size", 1, 0, {mov dx, cx}
WORK "cpu=p54c region=2 count_clocks=22 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=2 count_clocks=33 instructions_executed_in_v_pipe=0"
    PREFIX "prefix_address_size", 2, 0, {a16 mov edx, ecx}

; 2 + 10 x 2; 3 + 10 x 2.
WORK "cpu=p54c region=3 count_clocks=22 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=3 count_clocks=23 instructions_executed_in_v_pipe=0"
    PREFIX "prefix_segment", 3, 0, {ds mov edx, ecx}

; BSWAP is NP and takes a clock: 2 + 10 x 2; 3 + 10.
WORK "cpu=p54c region=4 count_clocks=22 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=4 count_clocks=13 instructions_executed_in_v_pipe=0"
    PREFIX "prefix_0f", 4, 0, {bswap edx}

; 66 and 67: 2 + 10 x 3; 3 + 10 x (1 + 2 + 1).
WORK "cpu=p54c region=5 count_clocks=32 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=5 count_clocks=43 instructions_executed_in_v_pipe=0"
    PREFIX "prefix_two", 5, 0, {a16 mov dx, cx}

; Hidden clocks: after XCHG, of 2 clocks, one decode clock: 2 + 10 x (2 + 1), and with two prefixes
; 2 + 10 x (2 + 1 + 1). Segment prefixes take 1 on both processors.
WORK "cpu=p54c region=6 count_clocks=32 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=6 count_clocks=33 instructions_executed_in_v_pipe=0"
    PREFIX "no prefix behind XCHG", 6, NO_REGION, {xchg eax, edx}, {mov ecx, esi}
WORK "cpu=p54c region=7 count_clocks=32 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=7 count_clocks=33 instructions_executed_in_v_pipe=0"
    PREFIX "prefix_hidden_by_2_clocks", 7, 6, {xchg eax, edx}, {ds mov ecx, esi}
WORK "cpu=p54c region=8 count_clocks=42 instructions_executed_in_v_pipe=0"
WORK "cpu=p55c region=8 count_clocks=43 instructions_executed_in_v_pipe=0"
    PREFIX "prefix_two_behind_2_clocks", 8, 6, {xchg eax, edx}, {db 0x3E}, {ds mov ecx, esi}
    CYCLES_LEAVE

FINDINGS
BENCHMARK "the cost of prefixes, and what hides it", prefix
