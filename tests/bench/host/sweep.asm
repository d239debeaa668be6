; SPDX-License-Identifier: MIT
; The same 6144 reads, one per cache line, over working sets of 1 to 48 KB: clocks per entry
; increase where the set no longer fits the data cache. Regions are named by their size, for
; `bareprobe plot sweep`.

; Each region is walked once before it is measured. The P5's data cache has 128 sets of two lines of
; 32 bytes and replaces the least recently used line. From 12 KB on at least three lines rotate in
; each set, so each of the 6144 reads misses, and the probe's own reads of its slot and its stack
; miss too. Up to 8 KB all lines fit, except if the probe's own fall into a full set, which costs
; each such set three lines once, when the walk returns to it: the slot is one line, the stack at
; most two, so 9 misses at most.

%include "bench/bench.inc"

MEMORY  equ 6 * 1024 * 1024             ; unused memory; it is only read
LINE    equ 32
READS   equ 6144                        ; a multiple of the lines of each size

; IN: the kilobytes; EDX, the repetitions. Two clocks per read if it hits: mov | add pair, dec | jnz
; pair. CHANGES: EAX, ECX, EDX, ESI.
%macro WALK 1
%%again:
    mov esi, MEMORY
    mov ecx, (%1) * 1024 / LINE
%%line:
    mov eax, [esi]
    add esi, LINE
    dec ecx
    jnz %%line
    dec edx
    jnz %%again
%endmacro

; IN: the region, its kilobytes, its name.
%macro SWEEP 3
    REGION_NAME %1, %3
    mov edx, 1
    WALK %2
    mov edx, READS / ((%2) * 1024 / LINE)
    REGION_BEGIN %1
    WALK %2
    REGION_END %1
%endmacro

section .text
sweep:
    push esi
WORK "region=0 data_read=6144"
    SWEEP 0, 1, "1K"
    SWEEP 1, 2, "2K"
    SWEEP 2, 3, "3K"
    SWEEP 3, 4, "4K"
    SWEEP 4, 6, "6K"
    SWEEP 5, 8, "8K"
WORK "region=6 data_read=6144"
    SWEEP 6, 12, "12K"
    SWEEP 7, 16, "16K"
    SWEEP 8, 24, "24K"
    SWEEP 9, 32, "32K"
WORK "region=10 data_read=6144"
    SWEEP 10, 48, "48K"
    pop esi
    ret

BENCHMARK "6144 reads over working sets of 1 to 48 KB", sweep
