; SPDX-License-Identifier: MIT
; Conditional moves and comparisons that the Pentium Pro added. The documented clocks are those
; measured on it (X).

%include "bench/instr/instr.inc"

NEEDS BY_FLAGS
PROLOGUE {cmp eax, ecx}
FORM cmovnz_r16_r16, 2, 1, -, {cmovnz ax, ax}, {cmovnz cx, cx}, {cmovnz dx, dx}, {cmovnz bx, bx}, \
    {cmovnz si, si}, {cmovnz di, di}
FORM cmovnz_r32_r32, 2, 1, -, {cmovnz eax, eax}, {cmovnz ecx, ecx}, {cmovnz edx, edx}, \
    {cmovnz ebx, ebx}, {cmovnz esi, esi}, {cmovnz edi, edi}

PROLOGUE {fninit}, {fld1}, {fld1}, {fld1}, {cmp eax, ecx}
FORM fcmove_st_st_i, 2, 2, -, {fcmove st0, st1}
FORM fcomi_st_st_i, -, 1, -, {fcomi st0, st1}, {fcomi st0, st2}

CLASS "conditional moves of a Pentium Pro: latency and throughput of each form"
