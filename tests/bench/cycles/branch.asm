; SPDX-License-Identifier: MIT
; Branches: each transition of the BTB, and the cost of a misprediction.
;
; A predicted branch takes 1 clock. A mispredicted conditional one costs 3 more in U and 4 in V, JMP
; and CALL 2 more (Abrash, table 20.1), a RET or JMP r/m 3 more (model_config branch.indirect).
; Taken branches enter the BTB, 64 sets of 4 selected by bits 0 to 5 of their last byte; a branch
; that is not in it is predicted as not taken. One that is in it is predicted as taken unless its
; last two outcomes were not taken (Agner Fog 1997; branch.rule = DIRECTION_TAKEN_UNLESS_TWICE_NOT).

%include "bench/cycles.inc"

section .text align=4096
branch:
    CYCLES_ENTER
    stc

; A jump in the BTB takes 1 clock in U; NOT is NP: (1 + 1) ten times.
WORK "region=0 count_clocks=20 branches=10 btb_hits=10 taken_branch_or_btb_hit=10"
WORK "region=0 pipeline_flushes=0 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 0
%assign i 0
%rep 10
    not eax
    jmp short .a%[i]
.a%[i]:
%assign i i + 1
%endrep
    REGION_END 0

; In V it costs nothing: ten pairs.
WORK "region=1 count_clocks=10 branches=10 btb_hits=10 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 1
%assign i 0
%rep 10
    mov eax, 1
    jmp short .b%[i]
.b%[i]:
%assign i i + 1
%endrep
    REGION_END 1

; Not in the BTB and not taken: predicted correctly. A Jcc in U does not pair with the next
; instruction: 3 ten times.
WORK "region=2 count_clocks=30 branches=10 btb_hits=0 taken_branch_or_btb_hit=0"
WORK "region=2 pipeline_flushes=0 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 2
%assign i 0
%rep 10
    not eax
    jnc short .c%[i]
.c%[i]:
    mov edx, 1
%assign i i + 1
%endrep
    REGION_END 2

; In V: ten pairs. The near form's 0F is no prefix.
WORK "region=3 count_clocks=10 branches=10 btb_hits=0 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 3
%assign i 0
%rep 10
    mov eax, 1
    jnc near .d%[i]
.d%[i]:
%assign i i + 1
%endrep
    REGION_END 3

; An instruction that writes the flags pairs with the Jcc that reads them: ten pairs, ZF is 0.
WORK "region=4 count_clocks=10 btb_hits=0 instructions_executed_in_v_pipe=10"
    mov eax, 100
    REGION_BEGIN 4
%assign i 0
%rep 10
    dec eax
    jz short .e%[i]
.e%[i]:
%assign i i + 1
%endrep
    REGION_END 4

; In the BTB and taken: ten pairs.
    stc
WORK "region=5 count_clocks=10 branches=10 btb_hits=10 pipeline_flushes=0"
WORK "region=5 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 5
%assign i 0
%rep 10
    mov eax, 1
    jc short .f%[i]
.f%[i]:
%assign i i + 1
%endrep
    REGION_END 5
    CYCLES_LEAVE

BENCHMARK "the branch target buffer: hits and misses", branch
