; SPDX-License-Identifier: MIT
; Program 1 of the thesis (Figures 5.9 and 5.10): a loop of a hundred iterations, counted by hand.

; The thesis aligns the loop to 4 bytes; here the probe fixes the address of the code, so no padding
; is executed. (Padding may be why the thesis measured 306 instructions and expected 305.) Counts of
; region 0 in the warm state, derived from the code below:
;   instructions   3 before the loop, 3 x 100 in it, 2 after it: 305.
;   v-pipe         PUSH writes ESP, which MOV EBP, ESP reads: no pair. MOV with MOV pairs: 1.
;                  INC pairs with DEC in each iteration: 100. JNS, in U after that pair, does
;                  not pair. XOR starts in U after a branch, and LEAVE does not pair: 101 in
;                  all.
;   branches       JNS: 100. It was taken in the run before, so the BTB contains it: 100 hits, and
;                  100 times taken or hit.
;   flushes        Its last outcome was not taken, the 99 before it taken. The P5 predicts taken
;                  unless the last two were not: right for 99 iterations, wrong at the end: 1.
;   A cold run     would miss the BTB once (taken, not there: a flush) and hit 99 times: 99 hits
;                  and 2 flushes. The thesis expected 98 hits, counting two misses, and measured
;                  100 hits and 2 flushes on real hardware after other programs had run.
;   data           PUSH writes once, LEAVE reads once.

%include "bench/bench.inc"

WORK "region=0 instructions_executed=305 instructions_executed_in_v_pipe=101"
WORK "region=0 branches=100 btb_hits=100 taken_branch_or_btb_hit=100 pipeline_flushes=1"
WORK "region=0 data_read=1 data_write=1 data_read_or_write=2"
WORK "region=0 data_read_miss=0 data_write_miss=0 code_cache_miss=0"
WORK "region=0 misaligned_data_memory_or_IO_references=0 data_cache_lines_written_back=0"

section .text
program1:
    REGION_BEGIN 0
    push ebp
    mov ebp, esp
    mov eax, 99
.loop:
    inc edx
    dec eax
    jns .loop
    xor eax, eax
    leave
    REGION_END 0
    ret

BENCHMARK "Program 1 (Figure 5.10): a loop of 100 iterations", program1
