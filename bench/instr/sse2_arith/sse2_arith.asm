; SPDX-License-Identifier: MIT
; Arithmetic, comparisons, logic and shuffles of doubles on the Pentium 4.

%include "bench/instr/simd.inc"

XMM_SAME 4, 2, subsd, subpd, addsd, addpd, maxsd, maxpd, minsd, minpd
XMM_SAME 6, 2, mulsd, mulpd
XMM_SAME_IMM8 4, 2, cmpsd, cmppd
XMM_ALONE 3, comisd, ucomisd

; A multiplication and an addition, dependent and not.
FORM mulsd_addsd, 10, -, -, {TWO {mulsd xmm1, xmm1}, {addsd xmm1, xmm1}}
FORM mulpd_addpd, 10, -, -, {TWO {mulpd xmm1, xmm1}, {addpd xmm1, xmm1}}
FORM mulsd_addsd_apart, 6, -, -, {TWO {mulsd xmm1, xmm1}, {addsd xmm2, xmm2}}
FORM mulpd_addpd_apart, 6, -, -, {TWO {mulpd xmm1, xmm1}, {addpd xmm2, xmm2}}

XMM_SAME 2, 2, unpcklpd
XMM_SAME 4, 2, unpckhpd
XMM_SAME_IMM8 4, 2, shufpd
XMM_SAME 2, 2, andnpd, andpd, orpd, xorpd
XMM_OTHER 2, 2, andnpd, andpd, orpd, xorpd

CLASS "SSE2 arithmetic and shuffles of doubles: latency and throughput of each form"
