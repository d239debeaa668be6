; SPDX-License-Identifier: MIT
; ADD to memory of 8, 16 and 32 bits, with and without LOCK, and XCHG.
;
; 3 clocks, and two of them in 5 (G3 10.4). Displacement and immediate: NP on the P54C, PU on the
; P55C (G3 8.8). The clocks of the previous instruction hide a 66.

%include "bench/instr/instr.inc"

; On processors that overlap: four or six addresses in rotation.
WIDE {add [edi], bl}, {add [edi + ecx * 8], bl}, {add [esi], bl}, {add [esi + ecx * 8], bl}, \
    {add [edi + ecx * 2], bl}, {add [esi + ecx * 2], bl}
FORM add_m8_r8, 3, 2.5, -, {add [esi + SCRATCH], al}, {add [edi], cl}
WIDE {add [edi], bx}, {add [edi + ecx * 8], bx}, {add [esi], bx}, {add [esi + ecx * 8], bx}
FORM add_m16_r16, 3, 3, -, {add [esi + SCRATCH], ax}, {add [edi], cx}
WIDE {add [edi + 8], eax}, {add [edi + 16], eax}, {add [edi + 24], eax}, {add [edi + 32], eax}, \
    {add [edi + 40], eax}, {add [edi + 48], eax}
FORM add_m32_r32_disp, 3, 2.5, -, {add [esi + SCRATCH + 8], eax}, {add [edi + 8], ecx}
%define TO_MEMORY(size, value) {add size [edi + 8], value}, {add size [edi + 12], value}
%define FOUR_PLACES(size, value) {add size [edi + 8], value}, {add size [edi + 16], value}, \
    {add size [edi + 24], value}, {add size [edi + 32], value}
WIDE FOUR_PLACES(byte, 1)
FORM add_m8_imm8_disp, 3, 3, -, TO_MEMORY(byte, 1)
WIDE FOUR_PLACES(word, 1)
FORM add_m16_imm8_disp, 3, 3, -, TO_MEMORY(word, 1)
WIDE FOUR_PLACES(word, 0x1234)
FORM add_m16_imm16_disp, 3, 3, -, TO_MEMORY(word, 0x1234)
WIDE FOUR_PLACES(dword, 0x12345678)
FORM add_m32_imm32_disp, 3, 3, -, TO_MEMORY(dword, 0x12345678)

; Locked, so on the bus: more than 15 (G1). At 100 MHz XCHG 15 and ADD 18, on another board at 200
; MHz 51.5 and 54.5 (X).
FORM xchg_r8_m8, >15, >15, -, {xchg al, [esi + SCRATCH]}
FORM xchg_r16_m16, >15, >15, -, {xchg ax, [esi + SCRATCH]}
FORM lock_add_m8_r8, >15, >15, -, {lock add [edi], cl}
FORM lock_add_m16_r16, >15, >15, -, {lock add [edi], cx}
FORM lock_add_m32_r32, >15, >15, -, {lock add [edi], ecx}
FORM lock_add_m32_r32_disp, >15, >15, -, {lock add [edi + 8], ecx}

CLASS "arithmetic on memory, and locked: latency and throughput of each form"
