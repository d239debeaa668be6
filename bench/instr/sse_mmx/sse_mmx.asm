; SPDX-License-Identifier: MIT
; Instructions on MMX registers, prefetches and fences that the Pentium III added.

%include "bench/instr/instr.inc"

NEEDS BY_FLAGS
PROLOGUE {pxor mm0, mm0}, {pxor mm1, mm1}, {pxor mm2, mm2}, {pxor mm3, mm3}, {add esi, SCRATCH}

; IN: latency, throughput, mnemonics.
%macro MMX_SAME 3-*
%xdefine MMX_LATENCY %1
%xdefine MMX_THROUGHPUT %2
%rotate 2
%rep %0 - 2
FORM %1_mm_same, MMX_LATENCY, MMX_THROUGHPUT, -, {%1 mm0, mm0}, {%1 mm1, mm1}, {%1 mm2, mm2}, \
    {%1 mm3, mm3}, {%1 mm4, mm4}, {%1 mm5, mm5}
%rotate 1
%endrep
%endmacro

MMX_SAME 3, 1, pmulhuw
MMX_SAME 1, 0.5, pavgb, pavgw, pmaxsw, pmaxub, pminsw, pminub
MMX_SAME 5, 2, psadbw
FORM pshufw_mm_mm_imm8, 1, 1, -, {pshufw mm0, mm0, 1}, {pshufw mm1, mm1, 1}, {pshufw mm2, mm2, 1}
FORM pmovmskb_r32_mm, -, 1, -, {pmovmskb eax, mm0}, {pmovmskb ecx, mm1}, {pmovmskb edx, mm2}
FORM pextrw_r32_mm_imm8, -, 1, -, {pextrw eax, mm0, 1}, {pextrw ecx, mm1, 1}, {pextrw edx, mm2, 1}
FORM pinsrw_mm_r32_imm8, -, 1, -, {pinsrw mm0, eax, 1}, {pinsrw mm1, eax, 1}, {pinsrw mm2, eax, 1}
%define BACK(i, to) {TWO {pextrw to, mm %+ i, 1}, {pinsrw mm %+ i, to, 1}}
FORM pextrw_pinsrw, 2, 2, -, BACK(0, eax), BACK(1, ecx), BACK(2, edx), BACK(3, ebx)

; EDI points to a place of the zeros; no byte is selected.
FORM movntq_m64_mm, -, 1, -, {movntq [esi], mm0}, {movntq [edi + 4], mm1}
FORM maskmovq_mm_mm, -, 10, -, {maskmovq mm0, mm0}, {maskmovq mm1, mm1}

%macro PREFETCH 1-*
%rep %0
FORM %1, -, 1, -, {%1 [esi]}, {%1 [edi]}
%rotate 1
%endrep
%endmacro
PREFETCH prefetchnta, prefetcht0, prefetcht1, prefetcht2
FORM sfence, 7, 7, -, {sfence}

CLASS "MMX of the Pentium III, prefetches, fence: latency and throughput of each form"
