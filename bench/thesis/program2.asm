; SPDX-License-Identifier: MIT
; Program 2 of the thesis (Figure 5.11): three misaligned read-modify-writes.

; Counts of region 0 in the warm state, derived from the code below:
;   instructions   4 before the loop, 4 x 3 in it, LEAVE: 17.
;   branches       JLE: 3, taken twice, known from the run before: 3 hits, 1 flush at the end. (The
;                  thesis counts 4: its region also contains a jump of the probe.)
;   reads          EBP - 511 is not a multiple of 4: each INC reads a dword across a 4-byte
;                  boundary, which counts once for each part: 6. LEAVE pops EBP: 7.
;   writes         also 6, and PUSH: 7.
;   misaligned     3 reads and 3 writes: 6. No erratum doubles this event for an INC.
;   misses         the lines were read in the run before: 0. (The thesis's 1 is of a first run.)
;   written back   no other access uses the lines' cache set: 0.

%include "bench/bench.inc"

WORK "region=0 instructions_executed=17 branches=3 btb_hits=3 pipeline_flushes=1"
WORK "region=0 data_read=7 data_write=7 data_read_or_write=14"
WORK "region=0 misaligned_data_memory_or_IO_references=6"
WORK "region=0 data_read_miss=0 data_write_miss=0 data_cache_lines_written_back=0"

section .text
program2:
    REGION_BEGIN 0
    push ebp
    mov ebp, esp
    sub esp, 1024
    xor edx, edx
.loop:
    inc dword [ebp + edx * 4 - 511]     ; misaligned: ESP is a multiple of 4 on entry
    inc edx
    cmp edx, 2
    jle .loop
    leave
    REGION_END 0
    ret

BENCHMARK "Program 2 (Figure 5.11): three misaligned read-modify-writes", program2
