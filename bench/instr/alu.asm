; SPDX-License-Identifier: MIT
; ADD and similar instructions on registers and memory.

%include "bench/instr/instr.inc"

; ADD SUB AND OR XOR: UV; r 1, r,m 2, m,r and m,imm 3 (A,B,K,C,G3,MA). Two of them on memory take 2
; clocks and 5 (G3 10.4). Displacement and immediate: NP (G3 8.8). 66: a clock, and U; on the P55C
; two, and U (X: 3 each; in both pipes, as in G3, they would take 2.5).
;
; On processors that overlap: ADD to four addresses in rotation (X), each addressed by registers
; alone. EBX is 0, so the memory at ESI does not change.
%macro ARITHMETIC 1
FORM %1_r32_r32, 1, 0.5, UV, {%1 eax, ecx}, {%1 edx, ecx}
FORM %1_r32_imm8, 1, 0.5, UV, {%1 eax, 1}, {%1 edx, 1}
FORM %1_r32_m32, 2, 1, UV, {%1 eax, [esi]}, {%1 edx, [edi]}
%ifidn %1, add
WIDE {add [edi], ebx}, {add [edi + ecx * 8], ebx}, {add [esi], ebx}, {add [esi + ecx * 8], ebx}
%endif
FORM %1_m32_r32, 3, 2.5, UV, {%1 [esi + SCRATCH], eax}, {%1 [edi], ecx}
FORM %1_m32_imm8, 3, 2.5, UV, {%1 dword [edi], 1}, {%1 dword [esi], 0}
%endmacro

ARITHMETIC add
FORM add_r32_imm32, 1, 0.5, UV, {add ecx, 0x12345678}, {add edx, 0x12345678}
FORM add_eax_imm32, 1, 1, UV, {add eax, 0x12345678}
FORM add_r8_r8, 1, 0.5, UV, {add al, cl}, {add dl, cl}
FORM add_r8_imm8, 1, 0.5, UV, {add cl, 1}, {add dl, 1}
P55C 3, 3, PU
FORM add_r16_r16, 2, 2, PU, {add ax, cx}, {add dx, cx}
WIDE {add dword [edi + 8], 1}, {add dword [edi + 16], 1}, {add dword [edi + 24], 1}, \
    {add dword [edi + 32], 1}
FORM add_m32_imm8_disp, 3, 3, NP, {add dword [edi + 8], 1}, {add dword [edi + 12], 1}
ARITHMETIC sub
ARITHMETIC and
ARITHMETIC or
ARITHMETIC xor

; ADC SBB: PU (A,B,K).
%macro WITH_CARRY 1
FORM %1_r32_r32, 1, 1, PU, {%1 eax, ecx}, {%1 edx, ecx}
FORM %1_r32_imm8, 1, 1, PU, {%1 eax, 1}, {%1 edx, 1}
FORM %1_r32_m32, 2, 2, PU, {%1 eax, [esi]}, {%1 edx, [edi]}
FORM %1_m32_r32, 3, 3, PU, {%1 [esi + SCRATCH], eax}, {%1 [edi], ecx}
FORM %1_m32_imm8, 3, 3, PU, {%1 dword [edi], 1}
%endmacro

WITH_CARRY adc
WITH_CARRY sbb

; CMP: UV; r 1, with memory 2 (A,B,K). It writes only flags: no instruction of its kind depends on
; it.
FORM cmp_r32_r32, -, 0.5, UV, {cmp eax, ecx}, {cmp edx, ecx}
FORM cmp_r32_imm8, -, 0.5, UV, {cmp eax, 1}, {cmp edx, 1}
FORM cmp_r32_m32, -, 1, UV, {cmp eax, [esi]}, {cmp edx, [edi]}
FORM cmp_m32_r32, -, 1, UV, {cmp [esi], eax}, {cmp [edi], edx}
FORM cmp_m32_imm8, -, 1, UV, {cmp dword [esi], 1}, {cmp dword [edi], 1}
FORM cmp_m32_imm8_disp, -, 2, NP, {cmp dword [esi + 8], 1}

; TEST: r,r, acc,imm and m,r UV; other immediates NP (K; B pairs them, an error according to
; AP-500).
FORM test_r32_r32, -, 0.5, UV, {test eax, ecx}, {test edx, ecx}
FORM test_eax_imm32, -, 0.5, UV, {test eax, 0x12345678}
FORM test_m32_r32, -, 1, UV, {test [esi], eax}, {test [edi], edx}
FORM test_r32_imm32, -, 1, NP, {test ecx, 0x12345678}
FORM test_m32_imm32, -, 2, NP, {test dword [esi], 0x12345678}

CLASS "arithmetic and logic on integers: latency, throughput and pairing of each form"
