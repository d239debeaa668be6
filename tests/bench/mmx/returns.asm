; SPDX-License-Identifier: MIT
; Calls and returns with the P55C's return stack and pattern predictor; runs on any Pentium.

%include "bench/bench.inc"

section .text align=4096

; Ten calls of one routine. Each RET goes to the address that the return stack predicts. JNZ is
; taken nine times; after four equal outcomes its pattern predicts taken, so the tenth is
; mispredicted, in V after its DEC, and therefore resolved in WB. Taken: 10 CALL, 10 RET, 9 JNZ.
WORK "cpu=p55c region=0 branches=30 taken_branches=29 returns=10"
WORK "cpu=p55c region=0 predicted_returns=10 mispredicted_or_unpredicted_returns=0"
WORK "cpu=p55c region=0 pipeline_flushes_due_to_wrong_branch_predictions=1"
WORK "cpu=p55c region=0 btb_miss_prediction_on_not_taken_branch=1 btb_false_entries=0"
WORK "cpu=p55c region=0 pipeline_flushes_due_to_wrong_branch_predictions_resolved_in_wb_stage=1"
returns:
    REGION_BEGIN 0
    mov ecx, 10
.next:
    call .routine
    dec ecx
    jnz .next
    REGION_END 0
    ret
    align 16
.routine:
    nop
    ret

BENCHMARK "calls and returns", returns
