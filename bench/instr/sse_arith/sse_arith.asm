; SPDX-License-Identifier: MIT
; Arithmetic, comparisons, logic and shuffles of singles on the Pentium III.

%include "bench/instr/simd.inc"

XMM_SAME 3, 1, subss, addss, maxss, minss
XMM_SAME 3, 2, subps, addps, maxps, minps
XMM_SAME_IMM8 3, 1, cmpss
XMM_SAME_IMM8 3, 2, cmpps
XMM_SAME 4, 1, mulss
XMM_SAME 4, 2, mulps
XMM_SAME 1, 1, rcpss, rsqrtss
XMM_SAME 2, 2, rcpps, rsqrtps
XMM_ALONE 1, comiss, ucomiss

; A multiplication and an addition, dependent and not.
FORM mulss_addss, 7, -, -, {TWO {mulss xmm1, xmm1}, {addss xmm1, xmm1}}
FORM mulps_addps, 7, -, -, {TWO {mulps xmm1, xmm1}, {addps xmm1, xmm1}}
FORM mulss_addss_apart, 4, -, -, {TWO {mulss xmm1, xmm1}, {addss xmm2, xmm2}}
FORM mulps_addps_apart, 4, -, -, {TWO {mulps xmm1, xmm1}, {addps xmm2, xmm2}}

XMM_SAME 3, 2, unpcklps, unpckhps
XMM_SAME_IMM8 2, 2, shufps
XMM_SAME 2, 2, andnps, andps, orps, xorps
XMM_OTHER 2, 2, andnps, andps, orps, xorps

CLASS "SSE arithmetic and shuffles: latency and throughput of each form"
