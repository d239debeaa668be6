; SPDX-License-Identifier: MIT
; Clocks by encoding: displacement with immediate, and prefixes with the clocks that hide them.
;
; On the P5 a prefixed instruction goes only into U, and each prefix takes a decode clock. An
; instruction of N clocks hides N-1 of them in the next two units: one is in D1 and one in D2 while
; it executes, and only the unit in D1 decodes prefixes. Interlocks and other stalls hide them too.
; (Agner Fog 1997, 13, has "sometimes three" hidden units: two in straight code.)

%include "bench/cycles.inc"

section .text align=4096
encoding:
    CYCLES_ENTER

; Displacement and immediate in one instruction: NP on a P54C (Agner Fog 8.8; model_config
; pairing.displacement_immediate_u = false). The settling pair, then 1 + 1 ten times.
WORK "region=0 count_clocks=21 instructions_executed_in_v_pipe=1"
    REGION_BEGIN 0
    SETTLE
    TEN {mov dword [ebx + 4], 1}, {mov eax, 1}
    REGION_END 0

; An immediate alone pairs: 1 + 10.
WORK "region=1 count_clocks=11 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 1
    SETTLE
    TEN {mov dword [ebx], 1}, {mov eax, 1}
    REGION_END 1

; A displacement alone pairs: 1 + 10.
WORK "region=2 count_clocks=11 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 2
    SETTLE
    TEN {mov [ebx + 4], edx}, {mov eax, 1}
    REGION_END 2

; CMP m,imm with displacement: NP, 2 clocks. 1 + (2 + 1) ten times.
WORK "region=3 count_clocks=31 instructions_executed_in_v_pipe=1"
    REGION_BEGIN 3
    SETTLE
    TEN {cmp dword [ebx + 4], 1}, {mov eax, 1}
    REGION_END 3

; A prefixed instruction in U pairs, a clock later: 1 for DRAIN, then 1 + 1 ten times.
WORK "region=4 count_clocks=21 instructions_executed_in_v_pipe=10"
    REGION_BEGIN 4
    DRAIN
    TEN {mov ax, dx}, {nop}
    REGION_END 4

; A prefixed instruction cannot go into V. DRAIN 1, NOT 1, then nop | prefix mov | not: 1 + 2 + 1
; ten times.
WORK "region=5 count_clocks=42 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 5
    DRAIN
    not ecx
    TEN {nop}, {mov ax, dx}, {not ecx}
    REGION_END 5

; Two prefixes, 66 and 67: 1 + (2 + 1) ten times.
WORK "region=6 count_clocks=31 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 6
    DRAIN
    TEN {db 0x67}, {mov ax, dx}
    REGION_END 6

; A segment override (3E): 1 + (1 + 1) ten times.
WORK "region=7 count_clocks=21 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 7
    DRAIN
    TEN {db 0x3E}, {mov edx, ecx}
    REGION_END 7

; 0F is a prefix too: MOVZX takes 3 + 1. Each hides the prefix of the next: 1 + 4 + 9 x 3.
WORK "region=8 count_clocks=32 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 8
    DRAIN
    TEN {movzx eax, dl}
    REGION_END 8

; BSWAP takes 1 and hides nothing: 1 + (1 + 1) ten times.
WORK "region=9 count_clocks=21 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 9
    DRAIN
    TEN {bswap eax}
    REGION_END 9

; XCHG takes 2 and hides one prefix: 1 + (2 + 1) ten times.
WORK "region=10 count_clocks=31 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 10
    DRAIN
    TEN {xchg eax, edx}, {mov cx, si}
    REGION_END 10

; XCHG hides one of two prefixes: 1 + (2 + 1 + 1) ten times.
WORK "region=11 count_clocks=41 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 11
    DRAIN
    TEN {xchg eax, edx}, {db 0x67}, {mov cx, si}
    REGION_END 11

; CWDE takes 3 and hides two, one in each of the next two instructions: 1 + (3 + 1 + 1) ten times.
WORK "region=12 count_clocks=51 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 12
    DRAIN
    TEN {cwde}, {mov cx, si}, {mov dx, si}
    REGION_END 12

; SHL r,CL takes 4 and could hide three, but the third instruction enters D1 only when the first
; begins to execute: 1 + (4 + 1 + 1 + 2) ten times.
WORK "region=13 count_clocks=81 instructions_executed_in_v_pipe=0"
    REGION_BEGIN 13
    DRAIN
    TEN {shl eax, cl}, {mov dx, si}, {mov dx, si}, {mov dx, si}
    REGION_END 13

; An interlock hides a prefix. (drain mov) | mov +1 | (mov mov) | mov +1 | ... | mov:
; 1 + (2 + 1) ten times; ten pairs.
WORK "region=14 count_clocks=31 instructions_executed_in_v_pipe=10"
WORK "region=14 pipeline_stalled_address_generation_interlock=10"
    REGION_BEGIN 14
    DRAIN
    TEN {mov ebx, esi}, {mov eax, [ebx]}, {mov cx, si}
    REGION_END 14

; DRAIN relies on this: POPA's 5 clocks hide four of five prefixes: 1 + 1.
WORK "region=15 count_clocks=2"
    REGION_BEGIN 15
    db 0x66, 0x66, 0x66, 0x66
    mov ax, dx
    REGION_END 15
    CYCLES_LEAVE

BENCHMARK "displacement with immediate, prefixes", encoding
