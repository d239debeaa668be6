; SPDX-License-Identifier: MIT
; Instructions on MMX registers, fences and PAUSE that the Pentium 4 added.

%include "bench/instr/instr.inc"

NEEDS BY_FLAGS
PROLOGUE {pxor mm0, mm0}, {pxor mm1, mm1}, {pxor mm2, mm2}, {pxor mm3, mm3}
FORM paddq_mm_same, 2, 1, -, {paddq mm0, mm0}, {paddq mm1, mm1}, {paddq mm2, mm2}, {paddq mm3, mm3}
FORM psubq_mm_same, 2, 1, -, {psubq mm0, mm0}, {psubq mm1, mm1}, {psubq mm2, mm2}, {psubq mm3, mm3}
FORM psubq_mm_mm, 2, 1, -, {psubq mm0, mm1}, {psubq mm2, mm3}, {psubq mm4, mm5}, {psubq mm6, mm7}
FORM pmuludq_mm_same, 6, 1, -, {pmuludq mm0, mm0}, {pmuludq mm1, mm1}, {pmuludq mm2, mm2}, \
    {pmuludq mm3, mm3}, {pmuludq mm4, mm4}, {pmuludq mm5, mm5}, {pmuludq mm6, mm6}
FORM lfence, 38, 38, -, {lfence}
FORM mfence, 100, 100, -, {mfence}
FORM pause, -, 38, -, {pause}

CLASS "MMX of the Pentium 4, fences, PAUSE: latency and throughput of each form"
