; SPDX-License-Identifier: MIT
; Moves that the Pentium 4 added: doubles, and integers in registers of 16 bytes.

%include "bench/instr/simd.inc"

; IN: mnemonic, throughput of a load, of a store, of both.
%macro MOVED 4
XMM_LOAD %1_xmm_m, %1, %2, 0
XMM_STORE %1_m_xmm, %1, %3, 0
XMM_BACK %1_back, %1, %1, 21-26, %4, 0
%endmacro

; Addresses that are 4 after a cache line.
%macro MOVED_UNALIGNED 1
XMM_LOAD %1_xmm_m_unaligned, %1, 2, 4
XMM_STORE %1_m_xmm_unaligned, %1, 5-8, 4
XMM_BACK %1_back_unaligned, %1, %1, 25-28, 6-11, 4
%endmacro

XMM_SAME 4, 2, movsd
XMM_SAME_IN_EIGHT 6, 1, movapd, movupd, movdqa, movdqu
MOVED movsd, 1, 2, 1
MOVED movlpd, 2, 2, 1-2
MOVED movhpd, 2, 2, 1-2
MOVED movapd, 1, 2, 1
MOVED movupd, 2, 8, 10
MOVED_UNALIGNED movupd
MOVED movd, 1, 2, 1
MOVED movq, 1, 2, 1
MOVED movdqa, 1, 2, 1
MOVED movdqu, 2, 8, 10
MOVED_UNALIGNED movdqu

; Stores alone.
XMM_STORE movntpd_m_xmm, movntpd, 2, 0
XMM_STORE movntdq_m_xmm, movntdq, 2, 0
FORM movnti_m32_r32, -, 2, -, {movnti [esi], eax}, {movnti [edi], ecx}, {movnti [esi + 64], edx}
FORM maskmovdqu_xmm_xmm, -, 8, -, {maskmovdqu xmm0, xmm0}, {maskmovdqu xmm1, xmm1}

; To and from other registers.
FORM movmskpd_r32_xmm, -, 3, -, {movmskpd eax, xmm0}, {movmskpd ecx, xmm1}, {movmskpd edx, xmm2}
FORM pmovmskb_r32_xmm, -, 3, -, {pmovmskb eax, xmm0}, {pmovmskb ecx, xmm1}, {pmovmskb edx, xmm2}
FORM movd_r32_xmm, -, 1, -, {movd eax, xmm0}, {movd ecx, xmm1}, {movd edx, xmm2}
FORM movd_xmm_r32, -, 2, -, {movd xmm0, eax}, {movd xmm1, ecx}, {movd xmm2, edx}
%define BACK(i, to) {TWO {movd to, xmm %+ i}, {movd xmm %+ i, to}}
FORM movd_r32_xmm_back, 18, 2, -, BACK(0, eax), BACK(1, ecx), BACK(2, edx), BACK(3, ebx)
FORM movdq2q_mm_xmm, -, 2, -, {movdq2q mm0, xmm0}, {movdq2q mm1, xmm1}, {movdq2q mm2, xmm2}
FORM movq2dq_xmm_mm, -, 2, -, {movq2dq xmm0, mm0}, {movq2dq xmm1, mm1}, {movq2dq xmm2, mm2}
XMM_THERE_AND_BACK movdq2q, movq2dq, xmm, mm, 18, 3

CLASS "SSE2 moves: latency and throughput of each form"
