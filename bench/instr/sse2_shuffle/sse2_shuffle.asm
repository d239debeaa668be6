; SPDX-License-Identifier: MIT
; Shifts, packs and shuffles of integers in registers of 16 bytes on the Pentium 4.

%include "bench/instr/simd.inc"

; IN: latency, mnemonics. A register by an immediate.
%macro SHIFTED_BY 2-*
%xdefine SIMD_LATENCY %1
%rotate 1
%rep %0 - 1
FORM %1_xmm_imm8, SIMD_LATENCY, 2, -, {%1 xmm0, 3}, {%1 xmm1, 3}, {%1 xmm2, 3}, {%1 xmm3, 3}
%rotate 1
%endrep
%endmacro

XMM_SAME 2, 2, psllw, pslld, psllq, psraw, psrad, psrlw, psrld, psrlq
SHIFTED_BY 2, psllw, pslld, psllq, psraw, psrad, psrlw, psrld, psrlq
SHIFTED_BY 4, pslldq, psrldq
XMM_SAME 4, 2, punpckhbw, punpckhwd, punpckhdq, punpckhqdq
XMM_SAME 2, 2, punpcklbw, punpcklwd, punpckldq, punpcklqdq
XMM_SAME 4, 2, packsswb, packuswb, packssdw
XMM_SAME_IMM8 2, 2, pshuflw, pshufhw
XMM_SAME_IMM8 4, 2, pshufd
FORM pextrw_r32_xmm_imm8, -, 2, -, {pextrw eax, xmm0, 1}, {pextrw ecx, xmm1, 1}, \
    {pextrw edx, xmm2, 1}
FORM pinsrw_xmm_r32_imm8, -, 2, -, {pinsrw xmm0, eax, 1}, {pinsrw xmm1, eax, 1}, \
    {pinsrw xmm2, eax, 1}

CLASS "SSE2 shifts, packs and shuffles of integers: latency and throughput of each form"
