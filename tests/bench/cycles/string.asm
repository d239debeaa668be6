; SPDX-License-Identifier: MIT
; String instructions: clocks of single and repeated ones (MAME's table, AP-500's in 'App2-11').
;
; All data is in the frame and in the cache. Each region starts with the settling pair, after which
; POPA still hides the prefixes of one unit, that of REP. Sources do not mention interlocks of steps
; with each other; the model has none.

%include "bench/cycles.inc"

; IN: 1, the offset of ESI in the frame; 2, that of EDI; 3, ECX.
%macro POINTERS 3
    lea esi, [ebx + %1]
    lea edi, [ebx + %2]
    mov ecx, %3
%endmacro

section .text align=4096
string:
    CYCLES_ENTER
    cld

; LODS 2.
WORK "region=0 count_clocks=21 data_read=10 instructions_executed_in_v_pipe=1"
    POINTERS 0, 0, 0
    REGION_BEGIN 0
    SETTLE
    TEN lodsd
    REGION_END 0

; STOS 3.
WORK "region=1 count_clocks=31 data_write=10"
    POINTERS 0, 0, 0
    REGION_BEGIN 1
    SETTLE
    TEN stosd
    REGION_END 1

; MOVS 4.
WORK "region=2 count_clocks=41 data_read=10 data_write=10"
    POINTERS 0, 128, 0
    REGION_BEGIN 2
    SETTLE
    TEN movsd
    REGION_END 2

; SCAS 4.
WORK "region=3 count_clocks=41 data_read=10"
    POINTERS 0, 0, 0
    REGION_BEGIN 3
    SETTLE
    TEN scasd
    REGION_END 3

; CMPS 5.
WORK "region=4 count_clocks=51 data_read=20"
    POINTERS 0, 128, 0
    REGION_BEGIN 4
    SETTLE
    TEN cmpsd
    REGION_END 4

; REP MOVS 13 + n, one instruction: 1 + 13 + 16.
WORK "region=5 count_clocks=30 data_read=16 data_write=16 instructions_executed=3"
    POINTERS 0, 128, 16
    REGION_BEGIN 5
    SETTLE
    rep movsd
    REGION_END 5

; n = 0: 1 + 6.
WORK "region=6 count_clocks=7 data_read=0 data_write=0 instructions_executed=3"
    POINTERS 0, 128, 0
    REGION_BEGIN 6
    SETTLE
    rep movsd
    REGION_END 6

; REP LODS 7 + 3n: 1 + 7 + 48.
WORK "region=7 count_clocks=56 data_read=16"
    POINTERS 0, 0, 16
    REGION_BEGIN 7
    SETTLE
    rep lodsd
    REGION_END 7

; REPE CMPS 9 + 4n, all equal: 1 + 9 + 64.
WORK "region=8 count_clocks=74 data_read=32"
    POINTERS 0, 0, 16
    REGION_BEGIN 8
    SETTLE
    repe cmpsd
    REGION_END 8
    CYCLES_LEAVE

BENCHMARK "string instructions", string
