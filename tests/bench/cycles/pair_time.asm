; SPDX-License-Identifier: MIT
; The clocks of a pair by the kind of its halves, and bank conflicts (Agner Fog 10.2 and 10.4,
; Abrash 20).

;  U \ V               register or MOV   read-modify   read-modify-write
;  register or MOV            1               2                3
;  read-modify                2               2                3
;  read-modify-write          3               4                5
;
; One clock more if both access the same bank: address bits 2 to 4. The frame is aligned, so those
; bits are the displacement's. All lines are in the cache. Each region starts with the settling
; pair: 1 + ten times the cell.

%include "bench/cycles.inc"

section .text align=4096
pair_time:
    CYCLES_ENTER

; 1 + 10 x 1.
WORK "region=0 count_clocks=11 instructions_executed_in_v_pipe=11 data_read=20 data_read_miss=0"
WORK "region=0 memory_accesses_in_both_pipes=10 bank_conflicts=0"
    REGION_BEGIN 0
    SETTLE
    TEN {mov eax, [ebx]}, {mov edx, [ebx + 4]}
    REGION_END 0

; 1 + 10 x 2.
WORK "region=1 count_clocks=21 instructions_executed_in_v_pipe=11"
WORK "region=1 memory_accesses_in_both_pipes=0"
    REGION_BEGIN 1
    SETTLE
    TEN {mov ecx, 1}, {add edx, [ebx + 4]}
    REGION_END 1

; 1 + 10 x 3.
WORK "region=2 count_clocks=31 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 2
    SETTLE
    TEN {mov ecx, 1}, {add [ebx + 4], edx}
    REGION_END 2

; 1 + 10 x 2.
WORK "region=3 count_clocks=21 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 3
    SETTLE
    TEN {add eax, [ebx]}, {mov ecx, 1}
    REGION_END 3

; 1 + 10 x 2.
WORK "region=4 count_clocks=21 instructions_executed_in_v_pipe=11"
WORK "region=4 memory_accesses_in_both_pipes=10"
    REGION_BEGIN 4
    SETTLE
    TEN {add eax, [ebx]}, {add edx, [ebx + 4]}
    REGION_END 4

; 1 + 10 x 3.
WORK "region=5 count_clocks=31 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 5
    SETTLE
    TEN {add eax, [ebx]}, {add [ebx + 4], edx}
    REGION_END 5

; 1 + 10 x 3.
WORK "region=6 count_clocks=31 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 6
    SETTLE
    TEN {add [ebx], eax}, {mov ecx, 1}
    REGION_END 6

; 1 + 10 x 4.
WORK "region=7 count_clocks=41 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 7
    SETTLE
    TEN {add [ebx], eax}, {add edx, [ebx + 4]}
    REGION_END 7

; 1 + 10 x 5; 20 reads and 20 writes.
WORK "region=8 count_clocks=51 instructions_executed_in_v_pipe=11 data_read=20 data_write=20"
    REGION_BEGIN 8
    SETTLE
    TEN {add [ebx], eax}, {add [ebx + 4], edx}
    REGION_END 8

; 32 apart is the same bank: 1 + 10 x (1 + 1).
WORK "region=9 count_clocks=21 instructions_executed_in_v_pipe=11"
WORK "region=9 memory_accesses_in_both_pipes=10 bank_conflicts=10"
    REGION_BEGIN 9
    SETTLE
    TEN {mov eax, [ebx]}, {mov edx, [ebx + 32]}
    REGION_END 9

; The same dword is the same bank.
WORK "region=10 count_clocks=21 instructions_executed_in_v_pipe=11 bank_conflicts=10"
    REGION_BEGIN 10
    SETTLE
    TEN {mov eax, [ebx]}, {mov edx, [ebx]}
    REGION_END 10

; Two bytes of a dword are the same bank.
WORK "region=11 count_clocks=21 instructions_executed_in_v_pipe=11 bank_conflicts=10"
    REGION_BEGIN 11
    SETTLE
    TEN {mov al, [ebx]}, {mov dl, [ebx + 3]}
    REGION_END 11

; 28 apart is the last bank of the line: no conflict.
WORK "region=12 count_clocks=11 instructions_executed_in_v_pipe=11 bank_conflicts=0"
    REGION_BEGIN 12
    SETTLE
    TEN {mov eax, [ebx]}, {mov edx, [ebx + 28]}
    REGION_END 12

; Writes conflict like reads.
WORK "region=13 count_clocks=21 instructions_executed_in_v_pipe=11 bank_conflicts=10"
    REGION_BEGIN 13
    SETTLE
    TEN {mov [ebx], eax}, {mov [ebx + 32], edx}
    REGION_END 13

; A load of the location that the other pipe stores to pairs; they conflict in the bank.
WORK "region=14 count_clocks=21 instructions_executed_in_v_pipe=11 bank_conflicts=10"
    REGION_BEGIN 14
    SETTLE
    TEN {mov [ebx], eax}, {mov edx, [ebx]}
    REGION_END 14

; Two read-modifies: 1 + 10 x (2 + 1).
WORK "region=15 count_clocks=31 instructions_executed_in_v_pipe=11 bank_conflicts=10"
    REGION_BEGIN 15
    SETTLE
    TEN {add eax, [ebx]}, {add edx, [ebx + 32]}
    REGION_END 15
    CYCLES_LEAVE

BENCHMARK "clocks of a pair, bank conflicts", pair_time
