; SPDX-License-Identifier: MIT
; Integer arithmetic, comparisons and logic in registers of 16 bytes on the Pentium 4.

%include "bench/instr/simd.inc"

XMM_SAME 2, 2, paddb, paddw, paddd, paddsb, paddsw, paddusb, paddusw
XMM_SAME 4, 2, paddq, psubq
XMM_SAME 2, 2, psubb, psubw, psubd, psubsb, psubsw, psubusb, psubusw
XMM_OTHER 4, 2, psubq
XMM_OTHER 2, 2, psubb, psubw, psubd, psubsb, psubsw, psubusb, psubusw
XMM_SAME 2, 2, pcmpeqb, pcmpeqw, pcmpeqd, pcmpgtb, pcmpgtw, pcmpgtd
XMM_OTHER 2, 2, pcmpeqb, pcmpeqw, pcmpeqd, pcmpgtb, pcmpgtw, pcmpgtd
XMM_SAME 2, 2, pand, pandn, por, pxor
XMM_OTHER 2, 2, pand, pandn, por, pxor
XMM_SAME 6, 2, pmulhw, pmulhuw, pmullw, pmuludq, pmaddwd
XMM_SAME 2, 2, pavgb, pavgw, pmaxub, pmaxsw, pminub, pminsw
XMM_SAME 4, 2, psadbw

CLASS "SSE2 integer arithmetic: latency and throughput of each form"
