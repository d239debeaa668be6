; SPDX-License-Identifier: MIT
; MMX instructions on the P55C.

%include "bench/instr/instr.inc"

; Instructions that need no multiplier: UV 1 (B). It is not confirmed which units exist, and so
; which of these pair.
NEEDS THE_P55C
PROLOGUE {pxor mm0, mm0}, {pxor mm1, mm1}
%macro SIMPLE 1-*
%rep %0
%ifidn %1, movq
WIDE_CHAIN {movq mm0, mm0}
%endif
WIDE {%1 mm0, mm1}, {%1 mm2, mm3}, {%1 mm4, mm5}, {%1 mm6, mm7}
FORM %1_mm_mm, 1, 0.5, UV, {%1 mm0, mm1}, {%1 mm2, mm3}
%rotate 1
%endrep
%endmacro

SIMPLE movq, paddb, paddw, paddd, psubb, psubw, psubd, pand, pandn, por, pxor
SIMPLE pcmpeqb, pcmpeqw, pcmpeqd, pcmpgtb, pcmpgtw, pcmpgtd
SIMPLE paddsb, paddsw, paddusb, paddusw, psubsb, psubsw, psubusb, psubusw

; There is one shifter (I: AP-559; X): one shift at a time.
%macro SHIFTED 1-*
%rep %0
WIDE {%1 mm0, mm1}, {%1 mm2, mm3}, {%1 mm4, mm5}, {%1 mm6, mm7}
FORM %1_mm_mm, 1, 1, UV, {%1 mm0, mm1}, {%1 mm2, mm3}
%rotate 1
%endrep
%endmacro

%macro SHIFTED_BY 1-*
%rep %0
WIDE {%1 mm0, 3}, {%1 mm2, 3}, {%1 mm4, 3}, {%1 mm6, 3}
FORM %1_mm_imm8, 1, 1, -, {%1 mm0, 3}, {%1 mm2, 3}
%rotate 1
%endrep
%endmacro

SHIFTED packsswb, packssdw, packuswb
SHIFTED punpcklbw, punpcklwd, punpckldq, punpckhbw, punpckhwd, punpckhdq
SHIFTED psllw, pslld, psllq, psrlw, psrld, psrlq, psraw, psrad
SHIFTED_BY psllw, pslld, psllq, psrlw, psrld, psrlq, psraw, psrad

; Multiplication: UV, 3 clocks, and the next can start in each clock (I: AP-559).
%macro MULTIPLY 1-*
%rep %0
FORM %1_mm_mm, 3, 1, UV, {%1 mm0, mm1}, {%1 mm2, mm1}, {%1 mm3, mm1}, {%1 mm4, mm1}
%rotate 1
%endrep
%endmacro

MULTIPLY pmullw, pmulhw, pmaddwd

; EMMS: 1 (X). B gives 100, and GM measured about 100 for the transition from MMX to x87.
FORM emms, 1, 1, NP, {emms}

CLASS "MMX: latency, throughput and pairing of each form"
