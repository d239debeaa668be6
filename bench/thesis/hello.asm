; SPDX-License-Identifier: MIT
; hello.c of the thesis, optimised (Figures 5.1, 5.3 and 5.4), with a third region around its loop.

; printf writes to memory here, not to a terminal, so its counts are those of Bareprobe's printf.
; EBX is cleared, while the thesis's j is uninitialized: the same text is printed each time. Region
; 0 is the whole program, region 1 the second call, region 2 only the loop. Counts of region 2 in
; the warm state: a million iterations of ADD and DEC, which pair, and JNS, alone in U after them:
;   instructions   3,000,000, a million of them in the v-pipe
;   branches       1,000,000, all in the BTB, and one flush at the end
;   clocks         2 per iteration, and 3 for the flush of a conditional branch in U: 2,000,003
;   data           none

%include "bench/bench.inc"

WORK "region=2 instructions_executed=3000000 instructions_executed_in_v_pipe=1000000"
WORK "region=2 branches=1000000 btb_hits=1000000 pipeline_flushes=1"
WORK "region=2 data_read=0 data_write=0 code_cache_miss=0"
WORK "region=2 count_clocks=2000003"

extern printf, stdio_reset

section .rodata
hello_text:
    db "Hello World!", 10, 0
result_text:
    db "j is: %d", 0

section .text align=64                  ; fixes the loop's set of the BTB
hello:
    call stdio_reset                    ; each run prints to the same addresses
    REGION_BEGIN 0
    push ebp
    mov ebp, esp
    push ebx
    xor ebx, ebx
    push hello_text
    call printf
    add esp, 4
    mov eax, 999999
    REGION_BEGIN 2
.loop:
    add ebx, 2
    dec eax
    jns .loop
    REGION_END 2
    REGION_BEGIN 1
    push ebx
    push result_text
    call printf
    REGION_END 1
    xor eax, eax
    mov ebx, [ebp - 4]
    leave
    REGION_END 0
    ret

BENCHMARK "hello.c (Figure 5.4): two printf and a loop of a million iterations", hello
