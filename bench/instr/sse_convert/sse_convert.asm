; SPDX-License-Identifier: MIT
; Conversions between singles and integers, and MXCSR, on the Pentium III.

%include "bench/instr/simd.inc"

; IN: mnemonic, prefixes of source and destination.
%macro CONVERT 3
FORM %1_alone, -, 1, -, {%1 %3 %+ 0, %2 %+ 0}, {%1 %3 %+ 1, %2 %+ 1}, {%1 %3 %+ 2, %2 %+ 2}, \
    {%1 %3 %+ 3, %2 %+ 3}, {%1 %3 %+ 4, %2 %+ 4}, {%1 %3 %+ 5, %2 %+ 5}
%endmacro

CONVERT cvtpi2ps, mm, xmm
CONVERT cvtps2pi, xmm, mm
CONVERT cvttps2pi, xmm, mm
XMM_THERE_AND_BACK cvtps2pi, cvtpi2ps, xmm, mm, 6, 2
XMM_THERE_AND_BACK cvttps2pi, cvtpi2ps, xmm, mm, 6, 2

FORM cvtsi2ss_alone, -, 2, -, {cvtsi2ss xmm0, eax}, {cvtsi2ss xmm1, ecx}, {cvtsi2ss xmm2, edx}, \
    {cvtsi2ss xmm3, eax}, {cvtsi2ss xmm4, ecx}, {cvtsi2ss xmm5, edx}
%macro TO_INTEGER 1
FORM %1_alone, -, 1, -, {%1 eax, xmm0}, {%1 ecx, xmm1}, {%1 edx, xmm2}
%define BACK(i, to) {TWO {%1 to, xmm %+ i}, {cvtsi2ss xmm %+ i, to}}
FORM %1_cvtsi2ss, 7, 3, -, BACK(0, eax), BACK(1, ecx), BACK(2, edx), BACK(3, ebx)
%endmacro
TO_INTEGER cvtss2si
TO_INTEGER cvttss2si

; MXCSR: the value in memory is that of the register.
PROLOGUE {add esi, SCRATCH}, {stmxcsr [esi]}
FORM stmxcsr, -, 9, -, {stmxcsr [esi]}
FORM ldmxcsr, -, 15, -, {ldmxcsr [esi]}
FORM stmxcsr_ldmxcsr, 26, 26, -, {TWO {stmxcsr [esi]}, {ldmxcsr [esi]}}

CLASS "SSE conversions and MXCSR: latency and throughput of each form"
