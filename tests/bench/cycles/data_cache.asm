; SPDX-License-Identifier: MIT
; Data cache, bus and write buffers, in clocks.

; The bus runs at 2/3 of the processor's clock: edges at 0, 1.5, 3, 4.5 ... clocks (model_config
; bus.ratio_core, ratio_bus). The cost of a bus cycle depends on the clock c, modulo 3, in which it
; is requested: it starts at the first edge e at or after c, and its end is visible in the first
; clock after it. So every region is entered three times, each time a clock later relative to the
; edges, and the expected count is the sum over all three phases: c = 0 starts at e = 0, c = 1 at
; 1.5, c = 2 at 3.
;
; From L2 (Safford, Table 5.5: 3-1-1-1, bus.l2) the first 8 bytes arrive at e + 4.5: visible at 5, 6
; and 8, which is 5 + 5 + 6 = 16 clocks of stall. From memory (10-3-3-3, bus.dram_read) at e + 15:
; 15, 17, 18, so 15 + 16 + 16 = 47. A write takes 3 bus clocks in either.

%include "bench/cycles.inc"

VIDEO_MEMORY    equ 0xB8000             ; not cacheable

; Ends in the same phase of the bus clock, whenever it starts. The first read ends on an edge, which
; is clock 0 or 2 modulo 3; three clocks later, both cases start the second read on an even edge.
; CHANGES: EAX, ECX.
%macro SYNC 0
    mov eax, [VIDEO_MEMORY]
    not ecx
    not ecx
    mov eax, [VIDEO_MEMORY]
%endmacro

; REGION_BEGIN for three iterations, counted by EBP. The code before it in each iteration is between
; PHASES and this. The jump has another target each time, so it is always mispredicted.
%macro PHASES 0
    mov ebp, 3
%push phases
%$turn:
%endmacro

%macro PHASE_BEGIN 1
    SYNC
    lea eax, [ebp * 2]
    neg eax
    add eax, %$late
    jmp eax
    times 3 not ecx
%$late:
    REGION_BEGIN %1
    SETTLE
%endmacro

%macro PHASE_END 1
    REGION_END %1
    dec ebp
    jnz %$turn
%pop
%endmacro

WAY     equ 4096                        ; distance of two lines of a set
L2      equ 256 * 1024                  ; the same in L2
MEMORY  equ 6 * 1024 * 1024             ; unused memory; it is only read

section .bss
alignb 4096
lines:  resb 6 * WAY
saved:  resd 1

; The three iterations of PHASES start each region with three settling pairs: 3 clocks.
section .text align=4096
data_cache:
    pusha
    mov [saved], esp
    mov eax, regions + 48 * region_size ; sets that no used region has
    and eax, WAY - 1
    lea ebx, [eax + lines]              ; at EBX, + WAY and + 2 * WAY: lines of one set
    lea edi, [eax + MEMORY + 256]       ; EDI, + L2 and + 2 * L2: also lines of one set of L2
    lea esp, [ebx + 3 * WAY + 1024]     ; the stack has its own sets
    mov eax, [esp - 32]

; Read hit, in pairs: 3 + 3 x 10.
WORK "region=0 count_clocks=33 data_read=60 data_read_miss=0 clocks_while_bus_cycle_in_progress=0"
    PHASES
    mov eax, [ebx]
    PHASE_BEGIN 0
    TEN {mov eax, [ebx]}, {mov edx, [ebx + 4]}
    PHASE_END 0

; Read miss, the line is in L2: three lines rotate in a set of two. 3 + 3 + 16.
WORK "region=1 count_clocks=22 data_read=3 data_read_miss=3 clocks_stalled_waiting_data_read=16"
WORK "region=1 data_cache_lines_written_back=0"
    PHASES
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 1
    mov eax, [ebx]
    PHASE_END 1

; Read miss, the line is in memory: three lines rotate in a set of one of L2. 3 + 3 + 47.
WORK "region=2 count_clocks=53 data_read=3 data_read_miss=3 clocks_stalled_waiting_data_read=47"
    PHASES
    mov eax, [edi]
    mov eax, [edi + L2]
    mov eax, [edi + 2 * L2]
    PHASE_BEGIN 2
    mov eax, [edi]
    PHASE_END 2

; A miss in V, a hit in U: the pair leaves when both have their data: 3 + 3 + 16.
WORK "region=3 count_clocks=22 data_read=6 data_read_miss=3 instructions_executed_in_v_pipe=6"
    PHASES
    mov eax, [ebx + 64]
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 3
    mov eax, [ebx + 64]
    mov edx, [ebx + 4]
    PHASE_END 3

; The same 8 bytes are available again while the line still arrives: mov | not | mov:
; 3 + 3 x 3 + 16.
WORK "region=4 count_clocks=28 data_read=6 data_read_miss=3"
    PHASES
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 4
    mov eax, [ebx]
    not ecx
    mov eax, [ebx + 4]
    PHASE_END 4

; The last 8 bytes arrive 4.5 clocks after the first (a burst from 0 goes 0, 8, 16, 24), and can be
; used from then on. First visible at 5, 6, 8, so the second read is at 7, 8, 10; they arrive at 9,
; 10.5, 12 and are visible at 9, 11, 12: 2 + 3 + 2 more: 3 + 3 x 3 + 16 + 7. It is no second miss
; (SDM, event 03h).
WORK "region=5 count_clocks=35 data_read=6 data_read_miss=3 clocks_stalled_waiting_data_read=23"
    PHASES
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 5
    mov eax, [ebx]
    not ecx
    mov eax, [ebx + 24]
    PHASE_END 5

; Write hit: the line is exclusive, then modified, and no bus cycle follows: 3 + 3 x 10.
WORK "region=6 count_clocks=33 data_write=60 data_write_miss=0 write_to_M_or_E_lines=60"
WORK "region=6 clocks_while_bus_cycle_in_progress=0 instructions_executed_in_v_pipe=33"
    PHASES
    mov eax, [ebx]
    PHASE_BEGIN 6
    TEN {mov [ebx], eax}, {mov [ebx + 4], edx}
    PHASE_END 6

; Write miss: it allocates no line, so the second one misses too. Each goes into a write buffer and
; is done 20 clocks later, so no write waits: 3 + 3 x (20 + 20).
WORK "region=7 count_clocks=123 data_write=6 data_write_miss=6 write_to_M_or_E_lines=0"
WORK "region=7 clocks_stalled_full_write_buffers=0 data_cache_lines_written_back=0"
    PHASES
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 7
    mov [ebx], eax
    times 39 nop
    mov [ebx], eax
    times 39 nop
    PHASE_END 7

; U has one write buffer (SDM 22.34; bus.write_buffers = 2, one per pipe). mov at c | not | mov at c
; + 2, which waits until the first is done at e + 4.5: visible at 5, 6, 8, so 3 + 3 + 4:
; 3 + 3 x 3 + 10.
WORK "region=8 count_clocks=22 data_write_miss=6 clocks_stalled_full_write_buffers=10"
    PHASES
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 8
    mov [ebx], eax
    not ecx
    mov [ebx + 4], eax
    PHASE_END 8

; A pair uses both buffers: 3 + 3.
WORK "region=9 count_clocks=6 data_write_miss=6 clocks_stalled_full_write_buffers=0"
WORK "region=9 instructions_executed_in_v_pipe=6"
    PHASES
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 9
    mov [ebx], eax
    mov [ebx + 4], edx
    PHASE_END 9

; The next pair waits. Its V half waits until V's write, the second one, is done at e + 9, visible
; at 9, 11, 12; it was ready at 1, 2, 3: 8 + 9 + 9. 3 + 3 x 2 + 26.
WORK "region=10 count_clocks=35 data_write_miss=12 clocks_stalled_full_write_buffers=26"
    PHASES
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 10
    mov [ebx], eax
    mov [ebx + 4], edx
    mov [ebx + 8], eax
    mov [ebx + 12], edx
    PHASE_END 10

; A read miss waits for a buffered write, since nothing is reordered (SDM): mov at c | not | mov at
; c + 2, its cycle starts at e + 4.5, its data arrive at e + 9, visible at 9, 11, 12: 7 + 8 + 8.
; 3 + 3 x 3 + 23.
WORK "region=11 count_clocks=35 data_write_miss=3 data_read_miss=3"
    PHASES
    mov eax, [ebx + 128]
    mov eax, [ebx + 128 + WAY]
    mov eax, [ebx + 128 + 2 * WAY]
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    mov eax, [ebx + 2 * WAY]
    PHASE_BEGIN 11
    mov [ebx], eax
    not ecx
    mov eax, [ebx + 128]
    PHASE_END 11

; The replaced line is modified: it is written back after the read, which does not wait longer for
; it: 3 + 3 + 16.
WORK "region=12 count_clocks=22 data_read_miss=3 data_cache_lines_written_back=3"
    PHASES
    mov eax, [ebx]
    mov [ebx], eax
    mov eax, [ebx + WAY]
    PHASE_BEGIN 12
    mov eax, [ebx + 2 * WAY]
    PHASE_END 12

; The least recently used line is replaced, not the one loaded first: mov hit | not | mov miss | 21
; not | mov hit: 3 + 3 x 25 + 16.
WORK "region=13 count_clocks=94 data_read=9 data_read_miss=3"
    PHASES
    mov eax, [ebx + 2 * WAY]
    mov eax, [ebx]
    mov eax, [ebx + WAY]
    PHASE_BEGIN 13
    mov eax, [ebx]
    not ecx
    mov eax, [ebx + 2 * WAY]
    times 21 not ecx
    mov eax, [ebx]
    PHASE_END 13

    mov esp, [saved]
    popa
    ret

BENCHMARK "data cache, bus and write buffers", data_cache
