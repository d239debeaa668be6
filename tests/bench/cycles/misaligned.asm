; SPDX-License-Identifier: MIT
; Misaligned accesses: 3 clocks each, for reads and writes (AP-500, Abrash 19; model_config
; cache.misaligned = 3).
;
; Two and four bytes are misaligned if they cross a 4-byte boundary, eight if they cross an 8-byte
; boundary. Each half counts as a read or a write (SDM, event 0; thesis, Table 5.4). All lines are
; in the cache. Each region starts with the settling pair.

%include "bench/cycles.inc"

section .text align=4096
misaligned:
    CYCLES_ENTER

; 1 + 10 x (1 + 3). Event 1Ah counts 2 of the 3 (Safford, erratum; model_config errata = true).
WORK "region=0 count_clocks=41 misaligned_data_memory_or_IO_references=10 data_read=20"
WORK "region=0 data_read_miss=0 instructions_executed_in_v_pipe=11"
WORK "region=0 clocks_stalled_waiting_data_read=20"
    REGION_BEGIN 0
    SETTLE
    TEN {mov eax, [ebx + 1]}, {mov ecx, 1}
    REGION_END 0

; Writes: 1 + 10 x (1 + 3).
WORK "region=1 count_clocks=41 misaligned_data_memory_or_IO_references=10 data_write=20"
WORK "region=1 data_write_miss=0 instructions_executed_in_v_pipe=11"
    REGION_BEGIN 1
    SETTLE
    TEN {mov [ebx + 1], eax}, {mov ecx, 1}
    REGION_END 1

; Read and write of a read-modify-write: 1 + 10 x (3 + 3 + 3).
WORK "region=2 count_clocks=91 misaligned_data_memory_or_IO_references=20"
WORK "region=2 data_read=20 data_write=20"
    REGION_BEGIN 2
    SETTLE
    TEN {add [ebx + 2], eax}, {mov ecx, 1}
    REGION_END 2

; Across two cached lines: the same as across 4 bytes: 1 + 10 x (1 + 3).
WORK "region=3 count_clocks=41 misaligned_data_memory_or_IO_references=10 data_read=20"
WORK "region=3 data_read_miss=0"
    REGION_BEGIN 3
    SETTLE
    TEN {mov eax, [ebx + 30]}, {mov ecx, 1}
    REGION_END 3

; In both pipes, one after the other: 1 + 10 x (1 + 3 + 3).
WORK "region=4 count_clocks=71 misaligned_data_memory_or_IO_references=20 data_read=40"
WORK "region=4 memory_accesses_in_both_pipes=10 bank_conflicts=0"
    REGION_BEGIN 4
    SETTLE
    TEN {mov eax, [ebx + 1]}, {mov edx, [ebx + 9]}
    REGION_END 4

; A word at an odd address within 4 bytes is not misaligned: DRAIN, then prefix and pair ten times.
WORK "region=5 count_clocks=21 misaligned_data_memory_or_IO_references=0 data_read=10"
    REGION_BEGIN 5
    DRAIN
    TEN {mov ax, [ebx + 1]}, {mov ecx, 1}
    REGION_END 5

; A word across a 4-byte boundary is misaligned. The first waits for its prefix; then each wait of 3
; hides the next prefix: 1 + (1 + 1 + 3) + 9 x (1 + 3).
WORK "region=6 count_clocks=42 misaligned_data_memory_or_IO_references=10 data_read=20"
    REGION_BEGIN 6
    DRAIN
    TEN {mov ax, [ebx + 3]}, {mov ecx, 1}
    REGION_END 6

; FLD m64 at 4 mod 8 is misaligned; FSTP ST0 takes 1: 1 + 10 x (1 + 3 + 1).
WORK "region=7 count_clocks=51 misaligned_data_memory_or_IO_references=10 data_read=20"
    fninit
    REGION_BEGIN 7
    SETTLE
    TEN {fld qword [ebx + 4]}, {fstp st0}
    REGION_END 7

; FLD m32 at 4 mod 8 is not: 1 + 10 x (1 + 1).
WORK "region=8 count_clocks=21 misaligned_data_memory_or_IO_references=0 data_read=10"
    REGION_BEGIN 8
    SETTLE
    TEN {fld dword [ebx + 4]}, {fstp st0}
    REGION_END 8
    CYCLES_LEAVE

BENCHMARK "misaligned accesses", misaligned
