; SPDX-License-Identifier: MIT
; Instructions of several clocks, which do not pair: ten times the clocks of p5_timing's sources.
;
; Sources: Agner Fog 28.1, MAME's table (Intel's manual), 86Box; comments note where they differ. If
; the opcode has a 0F, DRAIN comes first (1 clock), the first instruction waits a clock for the
; prefix, and each hides the prefix of the next.

%include "bench/cycles.inc"

section .text align=4096
integer:
    CYCLES_ENTER

; MUL r32: 9, measured (InstLatx64, GMP in loops); 10 in the manual (clocks.multiply32).
; Integer multiplication counts as a floating-point operation (SDM, event 22h).
WORK "region=0 count_clocks=90 instructions_executed=10 instructions_executed_in_v_pipe=0"
WORK "region=0 flops=10"
    REGION_BEGIN 0
    TEN {mul edx}
    REGION_END 0

; MUL r8: 11.
WORK "region=1 count_clocks=110"
    REGION_BEGIN 1
    TEN {mul dl}
    REGION_END 1

; IMUL r,r,imm: 9, measured (InstLatx64); 10 in the manual (clocks.multiply_into).
WORK "region=2 count_clocks=90"
    REGION_BEGIN 2
    TEN {imul eax, edx, 3}
    REGION_END 2

; IMUL r,r (0F AF), also 9: 1 + 10 + 9 x 9.
WORK "region=3 count_clocks=92"
    REGION_BEGIN 3
    DRAIN
    TEN {imul eax, edx}
    REGION_END 3

; DIV r8 17, IDIV r8 22.
    mov eax, 1
    mov ecx, 1
    xor edx, edx
WORK "region=4 count_clocks=170"
    REGION_BEGIN 4
    TEN {div cl}
    REGION_END 4
WORK "region=5 count_clocks=220"
    REGION_BEGIN 5
    TEN {idiv cl}
    REGION_END 5

; DIV r32 41, IDIV r32 46.
WORK "region=6 count_clocks=410"
    REGION_BEGIN 6
    TEN {div ecx}
    REGION_END 6
WORK "region=7 count_clocks=460"
    REGION_BEGIN 7
    TEN {idiv ecx}
    REGION_END 7

; A shift by CL: 4 (AP-500; some simulators have 1).
WORK "region=8 count_clocks=40 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 8
    TEN {shl eax, cl}
    REGION_END 8

; XCHG with EAX 2, of other registers 3.
WORK "region=9 count_clocks=50"
    REGION_BEGIN 9
    TEN {xchg eax, edx}, {xchg ecx, edx}
    REGION_END 9

; CDQ 2, CWDE 3.
WORK "region=10 count_clocks=50"
    REGION_BEGIN 10
    TEN cdq, cwde
    REGION_END 10

; LAHF and SAHF 3 each, measured (InstLatx64; 2 in the manual); CLC, STC, CMC, CLD 2 each.
WORK "region=11 count_clocks=140"
    REGION_BEGIN 11
    TEN lahf, sahf, clc, stc, cmc, cld
    REGION_END 11

; PUSH m 2, POP m 3: the settling pair and ten times 5.
WORK "region=12 count_clocks=51 data_read=20 data_write=20"
    REGION_BEGIN 12
    SETTLE
    TEN {push dword [ebx]}, {pop dword [ebx + 4]}
    REGION_END 12

; PUSHA and POPA 5 each, each with 8 accesses; POPA skips ESP.
WORK "region=13 count_clocks=100 data_write=80"
    REGION_BEGIN 13
    TEN pusha, popa
    REGION_END 13

; BT r,imm (0F BA): 4 and the first prefix: 1 + 5 + 9 x 4.
WORK "region=14 count_clocks=42"
    REGION_BEGIN 14
    DRAIN
    TEN {bt eax, 1}
    REGION_END 14

; BTS r,imm: 7 and the first prefix: 1 + 8 + 9 x 7.
WORK "region=15 count_clocks=72"
    REGION_BEGIN 15
    DRAIN
    TEN {bts eax, 1}
    REGION_END 15

; XADD r,r (0F C1): 3 and the first prefix: 1 + 4 + 9 x 3.
WORK "region=16 count_clocks=32"
    REGION_BEGIN 16
    DRAIN
    TEN {xadd eax, edx}
    REGION_END 16

; AAD 10, AAM 18.
WORK "region=17 count_clocks=280"
    REGION_BEGIN 17
    TEN aad, aam
    REGION_END 17

; MOV r,sreg 1; MOV sreg,r 2 (a minimum according to Agner; 86Box and MAME have 2).
WORK "region=18 count_clocks=30 segment_register_loaded=10"
    mov ecx, ds
    REGION_BEGIN 18
    TEN {mov eax, ds}, {mov ds, ecx}
    REGION_END 18
    CYCLES_LEAVE

BENCHMARK "instructions of several clocks", integer
