; SPDX-License-Identifier: MIT
; Direction and target predicted for a branch in the BTB. branch.asm has the rules.

; A branch executes eight times by the bits of EAX from the lowest up: 1 is taken. Its target is the
; next instruction, so both directions cost the same except for mispredictions. An iteration is (shr
; jc) (dec jnz), or shr | not | jc (dec jnz) if the branch shall be in U. The history at the start
; is that of the eight bits in the run before. JNZ, taken 7 times and then not, is mispredicted at
; the end, in V: 4 clocks. Region P starts with P pairs of NOPs: its branches are then in other sets
; of the BTB than those of the other regions. (mov mov) is 1 clock; with N mispredictions of JC:
;   JC in V: P + 1 + 8 x 2 + 4 + 4 N = 21 + P + 4 N    in U: P + 1 + 8 x 4 + 4 + 3 N = 37 + P + 3 N

%include "bench/cycles.inc"

; IN: 1, pairs of NOPs; 2, the bits; 3, if given, the code between SHR and JC.
%macro BY_BITS 2-3+
    times 2 * %1 nop
    mov eax, %2
    mov edx, 8
%%turn:
    shr eax, 1
    %3
    jc short %%target
%%target:
    dec edx
    jnz short %%turn
%endmacro

section .text align=4096
direction:
    CYCLES_ENTER

; Always taken: N = 0: 21. V: mov, 8 JCs, 8 JNZs.
WORK "region=0 count_clocks=21 branches=16 btb_hits=16 pipeline_flushes=1"
WORK "region=0 instructions_executed=34 instructions_executed_in_v_pipe=17"
    REGION_BEGIN 0
    BY_BITS 0, 11111111b
    REGION_END 0

; In U, N = 0: 37 + 1. V: nop, mov and 8 JNZs.
WORK "region=1 count_clocks=38 branches=16 btb_hits=16 pipeline_flushes=1"
WORK "region=1 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 1
    BY_BITS 1, 11111111b, not ecx
    REGION_END 1

; Taken, not taken, ...: one of the last two was taken, so always predicted as taken: N = 4:
; 21 + 2 + 16.
WORK "region=2 count_clocks=39 btb_hits=16 pipeline_flushes=5"
    REGION_BEGIN 2
    BY_BITS 2, 01010101b
    REGION_END 2

; The same in U: 37 + 3 + 12.
WORK "region=3 count_clocks=52 btb_hits=16 pipeline_flushes=5"
    REGION_BEGIN 3
    BY_BITS 3, 01010101b, not ecx
    REGION_END 3

; T T N N twice, after N N: the first T and both Ns are mispredicted: N = 6: 21 + 4 + 24.
WORK "region=4 count_clocks=49 btb_hits=16 pipeline_flushes=7"
    REGION_BEGIN 4
    BY_BITS 4, 00110011b
    REGION_END 4

; T N N N twice: T and the first two Ns are mispredicted: N = 6: 21 + 5 + 24. (A symmetric counter,
; branch.rule = DIRECTION_SATURATING, stays at not taken: N = 2.)
WORK "region=5 count_clocks=50 btb_hits=16 pipeline_flushes=7"
    REGION_BEGIN 5
    BY_BITS 5, 00010001b
    REGION_END 5

; T T T N twice: only N is mispredicted: N = 2: 21 + 6 + 8.
WORK "region=6 count_clocks=35 btb_hits=16 pipeline_flushes=3"
    REGION_BEGIN 6
    BY_BITS 6, 01110111b
    REGION_END 6

; RET to its last target: CALL 1, RET 2.
WORK "region=7 count_clocks=3 branches=2 btb_hits=2 pipeline_flushes=0"
    REGION_BEGIN 7
    call .here
    REGION_END 7

; RET alternates between two targets, and the BTB has the other one; the P5 has no return stack
; (GMP; branch.return_stack = 0): (1 + 2 + 3) twice.
WORK "region=8 count_clocks=12 branches=4 btb_hits=4 pipeline_flushes=2"
    REGION_BEGIN 8
    call .there
    call .there
    REGION_END 8

; JMP r takes 2 and is predicted by its last target: mov | jmp, 3.
WORK "region=9 count_clocks=3 branches=1 btb_hits=1 pipeline_flushes=0"
    REGION_BEGIN 9
    mov eax, .same
    jmp eax
.same:
    REGION_END 9

; To another target each time: (mov mov) | xchg 2 | jmp 2 + 3 | xchg 2 | jmp 2 + 3.
WORK "region=10 count_clocks=15 branches=2 btb_hits=2 pipeline_flushes=2"
    REGION_BEGIN 10
    mov eax, .other
    mov ecx, .again
.again:
    xchg eax, ecx
    jmp eax
.other:
    REGION_END 10
    CYCLES_LEAVE

.here:
    ret
.there:
    ret

BENCHMARK "the branch target buffer: direction and target", direction
