; SPDX-License-Identifier: MIT
; Pairing classes: AP-500 Appendix A, Agner Fog 10.1, Abrash tables 20.1 and 20.2.
;
; UV pairs in either pipe, PU only as the first of two (in U), PV only as the second (in V), NP
; never. No other rule applies to the operands.

%include "bench/cycles.inc"

section .text align=4096
pairing:
    CYCLES_ENTER

; UV with UV: ten pairs of a clock.
WORK "region=0 count_clocks=10 instructions_executed=20 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 0
    TEN nop, nop
    REGION_END 0

; MOV and ALU operations are UV: ten pairs.
WORK "region=1 count_clocks=10 instructions_executed=20 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 1
    TEN {mov eax, 1}, {add edx, ecx}
    REGION_END 1

; SHL is PU, and it comes first: ten pairs.
WORK "region=2 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 2
    TEN {shl eax, 1}, {add edx, 1}
    REGION_END 2

; SHL second cannot go into V, so it opens the next pair:
; add | (shl add) nine times | shl: 1 + 9 + 1.
WORK "region=3 count_clocks=11 instructions_executed_in_v_pipe=9"
    REGION_BEGIN 3
    TEN {add edx, 1}, {shl eax, 1}
    REGION_END 3

; ADC is PU: ten pairs.
WORK "region=4 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 4
    TEN {adc eax, 1}, {mov edx, 1}
    REGION_END 4

; PU with PU: nothing pairs.
WORK "region=5 count_clocks=20 instructions_executed=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 5
    TEN {shl eax, 1}, {sar edx, 1}
    REGION_END 5

; NOT is NP and takes a clock; MOV between two NOTs does not pair.
WORK "region=6 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 6
    TEN {not eax}, {mov edx, 1}
    REGION_END 6

; NEG does not pair either.
WORK "region=7 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 7
    TEN {neg eax}, {mov edx, 1}
    REGION_END 7

; A rotate by 1 is PU: ten pairs.
WORK "region=8 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 8
    TEN {rol eax, 1}, {mov edx, 1}
    REGION_END 8

; A rotate by another immediate: Abrash and gcc's pentium.md pair only those by 1, the table of
; AP-500 groups them with shifts. The model has NP (model_config pairing.rotate_immediate = false).
WORK "region=9 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 9
    TEN {rol eax, 3}, {mov edx, 1}
    REGION_END 9

; A shift by any immediate is PU: ten pairs.
WORK "region=10 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 10
    TEN {shr eax, 3}, {mov edx, 1}
    REGION_END 10

; TEST r,r and TEST EAX,imm are UV: ten pairs.
WORK "region=11 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 11
    TEN {test eax, edx}, {test eax, 1}
    REGION_END 11

; TEST r,imm (F7) is NP with any other register.
WORK "region=12 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 12
    TEN {test edx, 1}, {mov eax, 1}
    REGION_END 12

; LEA is UV: the settling pair and ten pairs.
WORK "region=13 count_clocks=11 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 13
    SETTLE
    TEN {lea eax, [ebx + 4]}, {lea edx, [ebx + ebx * 2]}
    REGION_END 13

; INC and DEC r are UV.
WORK "region=14 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 14
    TEN {inc eax}, {dec edx}
    REGION_END 14

; CMP is UV.
WORK "region=15 count_clocks=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 15
    TEN {cmp eax, edx}, {cmp ecx, 1}
    REGION_END 15

; XCHG EAX,r is NP and takes 2: (2 + 1) ten times.
WORK "region=16 count_clocks=30 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 16
    TEN {xchg eax, edx}, {mov ecx, 1}
    REGION_END 16
    CYCLES_LEAVE

BENCHMARK "which instructions pair", pairing
