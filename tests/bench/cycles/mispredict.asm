; SPDX-License-Identifier: MIT
; Mispredicted branches of each kind. branch.asm has the rules.
;
; All wait for the target when the misprediction is found: JMP and CALL 2 clocks, conditional
; branches 3 in U and 4 in V, RET and JMP r/m 3. The branch itself takes 1, RET and JMP r/m 2.

%include "bench/cycles.inc"

; Eight branches 64 bytes apart, which share a set of 4 in the BTB, so that each has been replaced
; when it executes again. IN: 1, the branch; 2, the instruction before it.
%macro CHAIN 2
%rep 8
    %2
    %1 short .link%[link]
    times 60 nop
.link%[link]:
%assign link link + 1
%endrep
%endmacro
%assign link 0

section .text align=4096
mispredict:
    CYCLES_ENTER
    stc

; JMP that is not in the BTB, in U: (1 + 1 + 2) eight times. NOT is NP.
WORK "region=0 count_clocks=32 branches=8 btb_hits=0 taken_branch_or_btb_hit=8"
WORK "region=0 pipeline_flushes=8 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 0
    CHAIN jmp, {not eax}
    REGION_END 0

; In V: (1 + 2) eight times. MOV takes as many bytes as NOT.
WORK "region=1 count_clocks=24 branches=8 btb_hits=0 pipeline_flushes=8"
WORK "region=1 instructions_executed_in_v_pipe=8"
    REGION_BEGIN 1
    CHAIN jmp, {mov eax, edx}
    REGION_END 1

; A taken Jcc that is not in the BTB, in U: (1 + 1 + 3) eight times.
WORK "region=2 count_clocks=40 branches=8 btb_hits=0 taken_branch_or_btb_hit=8"
WORK "region=2 pipeline_flushes=8 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 2
    CHAIN jc, {not eax}
    REGION_END 2

; In V: (1 + 4) eight times.
WORK "region=3 count_clocks=40 branches=8 btb_hits=0 pipeline_flushes=8"
WORK "region=3 instructions_executed_in_v_pipe=8"
    REGION_BEGIN 3
    CHAIN jc, {mov eax, edx}
    REGION_END 3
    CYCLES_LEAVE

BENCHMARK "branches that the BTB does not hold", mispredict
