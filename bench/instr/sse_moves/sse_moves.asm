; SPDX-License-Identifier: MIT
; Moves of the Pentium III's registers of 16 bytes: register, load, store, and a store that is read.

%include "bench/instr/simd.inc"

XMM_SAME 1, 1, movhlps, movss, movaps, movups
XMM_OTHER 1, 1, movhlps

; IN: mnemonic, throughput of a load, of a store.
%macro MOVED 3
XMM_LOAD %1_xmm_m, %1, %2, 0
XMM_STORE %1_m_xmm, %1, %3, 0
%endmacro

MOVED movss, 1, 1
XMM_BACK_TWO movss_back, movss, movss, 5, 2-3
MOVED movlps, 1, 1
XMM_BACK movlps_back, movlps, movlps, 5, 2, 0
MOVED movhps, 1, 1
XMM_BACK movhps_back, movhps, movhps, 5, 2, 0
MOVED movaps, 2, 2
XMM_BACK_TWO movaps_back, movaps, movaps, 5, 3
MOVED movups, 2, 4-6
XMM_BACK movups_back, movups, movups, 6, 4-5, 0

; An address that is 4 after a cache line.
XMM_LOAD movups_xmm_m_unaligned, movups, 11, 4
XMM_STORE movups_m_xmm_unaligned, movups, 12, 4
XMM_BACK movups_back_unaligned, movups, movups, 16, 20, 4

XMM_STORE movntps_m_xmm, movntps, 2, 0
FORM movmskps_r32_xmm, -, 1, -, {movmskps eax, xmm0}, {movmskps ecx, xmm1}, {movmskps edx, xmm2}

CLASS "SSE moves: latency and throughput of each form"
