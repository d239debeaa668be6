; SPDX-License-Identifier: MIT
; x87 latency, throughput, FXCH, and overlap with integer code (Agner Fog 28.2, Abrash 63, AP-500).
;
; An instruction of latency L that overlaps integer code for O clocks occupies the pipes for L - O;
; its result is ready L clocks after it started. ST0 to ST7 are all 1.0. A region ends when its last
; instruction has left the pipes, not when its result is ready.

%include "bench/cycles.inc"

section .text align=4096
x87:
    CYCLES_ENTER
    fninit
    times 8 fld1
    fst dword [ebx]
    fst qword [ebx + 8]
    mov dword [ebx + 16], 1

; FADD has latency 3, and each needs the previous result: starts at 0, 3, ... 27, and its own clock.
WORK "region=0 count_clocks=28 flops=10 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 0
    TEN {fadd st0, st1}
    REGION_END 0

; Three sums at once: one FADD per clock.
WORK "region=1 count_clocks=30 flops=30"
    REGION_BEGIN 1
    TEN {fadd st1, st0}, {fadd st2, st0}, {fadd st3, st0}
    REGION_END 1

; FMUL has latency 3: 9 x 3 + 1.
WORK "region=2 count_clocks=28 flops=10"
    REGION_BEGIN 2
    TEN {fmul st0, st1}
    REGION_END 2

; FMUL starts every second clock (model_config x87.multiply_issue = 2): 19 x 2 + 1.
WORK "region=3 count_clocks=39 flops=20"
    REGION_BEGIN 3
    TEN {fmul st1, st0}, {fmul st2, st0}
    REGION_END 3

; FADD fills the clock between: 40.
WORK "region=4 count_clocks=40 flops=40"
    REGION_BEGIN 4
    TEN {fmul st1, st0}, {fadd st2, st0}, {fmul st3, st0}, {fadd st4, st0}
    REGION_END 4

; FXCH after FADD and before another x87 instruction goes into V and takes no clock. Three sums
; rotate at the top, each again after 3 clocks: 12 FADDs, 11 FXCHs, 12 clocks.
WORK "region=5 count_clocks=12 instructions_executed=23 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 5
%rep 5
    fadd st0, st4
    fxch st1
    fadd st0, st4
    fxch st2
%endrep
    fadd st0, st4
    fxch st1
    fadd st0, st4
    REGION_END 5

; FXCH as the first of two does not pair: 1 + 1 ten times.
WORK "region=6 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 6
    TEN {fxch st1}, {mov eax, 1}
    REGION_END 6

; An x87 instruction does not pair with an integer one: 1 + 1 ten times.
WORK "region=7 count_clocks=20 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 7
    TEN fabs, {mov eax, 1}
    REGION_END 7

; Integer code overlaps FADD: fadd | (nop nop) | (nop nop), and the next sum is ready at 3.
WORK "region=8 count_clocks=30 instructions_executed_in_v_pipe=20"
    REGION_BEGIN 8
    TEN {fadd st0, st1}, nop, nop, nop, nop
    REGION_END 8

; FST to memory takes 2 and needs its value one clock earlier than other instructions, so it starts
; 4 clocks after FADD (Agner 28.2, Abrash 63; model_config x87.store_early = 1): (4 + 2) ten times.
WORK "region=9 count_clocks=60 data_write=10"
    REGION_BEGIN 9
    TEN {fadd st0, st1}, {fst dword [ebx]}
    REGION_END 9

; FLD m 1, FSTP m 2; a loaded value is no exception (Agner 28.2): the settling pair, (1 + 1 + 2) ten
; times.
    fstp st0
WORK "region=10 count_clocks=41 data_read=10 data_write=10"
    REGION_BEGIN 10
    SETTLE
    TEN {fld dword [ebx]}, {fstp dword [ebx + 4]}
    REGION_END 10

; FLD m80 3, FSTP m80 3, and the clock between: 1 + (3 + 1 + 3) ten times.
WORK "region=11 count_clocks=71"
    fld1
    fstp tword [ebx + 32]
    REGION_BEGIN 11
    SETTLE
    TEN {fld tword [ebx + 32]}, {fstp tword [ebx + 48]}
    REGION_END 11
    fld1

; FADD m takes the clocks of FADD r if the data is in the cache: 1 + 9 x 3 + 1.
WORK "region=12 count_clocks=29 data_read=10"
    REGION_BEGIN 12
    SETTLE
    TEN {fadd qword [ebx + 8]}
    REGION_END 12

; FDIV by 1 in extended precision, which FNINIT selects: 41, measured (InstLatx64; 39 in the manual,
; and for 1/2). The FADD starts at 41 and takes 1.
WORK "region=13 count_clocks=42 flops=2"
    REGION_BEGIN 13
    fdiv st0, st1
    fadd st0, st1
    REGION_END 13

; 40 of the 41 overlap integer code: 1 + 38 pairs, and the FADD at 41.
WORK "region=14 count_clocks=42 instructions_executed_in_v_pipe=38"
    REGION_BEGIN 14
    fdiv st0, st1
    times 76 nop
    fadd st0, st1
    REGION_END 14

; Two more pairs are hidden too: 1 + 40 pairs, and the FADD at 41.
WORK "region=15 count_clocks=42"
    REGION_BEGIN 15
    fdiv st0, st1
    times 80 nop
    fadd st0, st1
    REGION_END 15

; No x87 instruction overlaps such a division: the FADD, which does not need its result, starts at
; 41. (Divisions of 41 clocks start 41 clocks apart, those of 39 start 38 apart: InstLatx64. Agner:
; 37.)
WORK "region=16 count_clocks=42"
    REGION_BEGIN 16
    fdiv st1, st0
    fadd st2, st0
    REGION_END 16

; Double precision 33, single 19, by the control word's bits 8 and 9: 33 + 1 and 19 + 1.
    mov dword [ebx + 64], 0x027F
    fldcw [ebx + 64]
WORK "region=17 count_clocks=34"
    REGION_BEGIN 17
    fdiv st0, st1
    fadd st0, st1
    REGION_END 17
    mov dword [ebx + 64], 0x007F
    fldcw [ebx + 64]
WORK "region=18 count_clocks=20"
    REGION_BEGIN 18
    fdiv st0, st1
    fadd st0, st1
    REGION_END 18
    fninit
    times 8 fld1

; FSQRT 70: 70 + 1.
WORK "region=19 count_clocks=71"
    REGION_BEGIN 19
    fsqrt
    fadd st0, st1
    REGION_END 19

    fninit
    CYCLES_LEAVE

BENCHMARK "x87 latency, throughput and overlap", x87
