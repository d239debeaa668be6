; SPDX-License-Identifier: MIT
; MMX moves to and from registers and memory, and operands that are the same register.

%include "bench/instr/instr.inc"

; MOVD MOVQ: 1 (X), with memory or a register only in U (B). A loaded value is stored a clock later.
NEEDS THE_P55C
PROLOGUE {pxor mm0, mm0}, {pxor mm1, mm1}, {add esi, SCRATCH}
FORM movd_r32_mm, -, 1, -, {movd eax, mm0}, {movd edx, mm1}
FORM movd_mm_r32, -, 1, -, {movd mm0, eax}, {movd mm1, edx}
CHAIN {movd eax, mm0}, {movd mm0, eax}
FORM movd_r32_mm_back, 3, 2, -, {TWO {movd eax, mm0}, {movd mm1, edx}}
; Both operands are on 8-byte boundaries.
%macro MEMORY 2
FORM %1_mm_m%2, -, 1, -, {%1 mm0, [esi]}, {%1 mm1, [edi + 4]}
FORM %1_m%2_mm, -, 1, -, {%1 [esi], mm0}, {%1 [edi + 4], mm1}
%define BACK(i, at) {TWO {%1 mm %+ i, [esi + at]}, {%1 [esi + at], mm %+ i}}
WIDE BACK(0, 0), BACK(1, 8), BACK(2, 16), BACK(3, 24), BACK(4, 32), BACK(5, 40)
FORM %1_mm_m%2_back, 3, 3, -, {TWO {%1 mm0, [esi]}, {%1 [esi], mm0}}
%endmacro

MEMORY movd, 32
MEMORY movq, 64

; The clocks are those of two different registers (X).
%macro SAME 1-*
%rep %0
WIDE {%1 mm0, mm0}, {%1 mm2, mm2}, {%1 mm4, mm4}, {%1 mm6, mm6}
FORM %1_mm_same, 1, 0.5, -, {%1 mm0, mm0}, {%1 mm2, mm2}
%rotate 1
%endrep
%endmacro

SAME psubb, psubw, psubd, psubsb, psubsw, psubusb, psubusw
SAME pcmpeqb, pcmpeqw, pcmpeqd, pcmpgtb, pcmpgtw, pcmpgtd
SAME pand, pandn, por, pxor

CLASS "MMX moves, and operands that are the same register: latency and throughput of each form"
