; SPDX-License-Identifier: MIT
; Conversions that the Pentium 4 added.

%include "bench/instr/simd.inc"

; IN: throughput, mnemonic, prefixes of source and destination.
%macro CONVERT 4
FORM %2_alone, -, %1, -, {%2 %4 %+ 0, %3 %+ 0}, {%2 %4 %+ 1, %3 %+ 1}, {%2 %4 %+ 2, %3 %+ 2}, \
    {%2 %4 %+ 3, %3 %+ 3}, {%2 %4 %+ 4, %3 %+ 4}, {%2 %4 %+ 5, %3 %+ 5}
%endmacro

CONVERT 5, cvtpi2pd, mm, xmm
CONVERT 3, cvtpd2pi, xmm, mm
CONVERT 3, cvttpd2pi, xmm, mm
XMM_THERE_AND_BACK cvtpd2pi, cvtpi2pd, xmm, mm, 22, 9
XMM_THERE_AND_BACK cvttpd2pi, cvtpi2pd, xmm, mm, 22, 8

FORM cvtsi2sd_alone, -, 6, -, {cvtsi2sd xmm0, eax}, {cvtsi2sd xmm1, ecx}, {cvtsi2sd xmm2, edx}
%macro TO_INTEGER 1
FORM %1_alone, -, 3, -, {%1 eax, xmm0}, {%1 ecx, xmm1}, {%1 edx, xmm2}
%define BACK(i, to) {TWO {%1 to, xmm %+ i}, {cvtsi2sd xmm %+ i, to}}
FORM %1_cvtsi2sd, 24, 7, -, BACK(0, eax), BACK(1, ecx), BACK(2, edx), BACK(3, ebx)
%endmacro
TO_INTEGER cvtsd2si
TO_INTEGER cvttsd2si

; From a register to itself.
XMM_SAME 10, 4, cvtdq2pd
XMM_SAME_IN_EIGHT 10, 2, cvtpd2dq, cvttpd2dq, cvtpd2ps
XMM_SAME_IN_EIGHT 9, 2, cvtdq2ps, cvtps2dq, cvttps2dq
XMM_SAME 8, 4, cvtps2pd
XMM_SAME 10, 6, cvtss2sd
XMM_SAME 14, 6, cvtsd2ss

; A conversion and its opposite. IN: latency, throughput, two mnemonics.
%macro AND_BACK 4
%define BACK(i) {TWO {%3 xmm %+ i, xmm %+ i}, {%4 xmm %+ i, xmm %+ i}}
FORM %3_%4, %1, %2, -, BACK(0), BACK(1), BACK(2), BACK(3), BACK(4), BACK(5)
%endmacro
AND_BACK 18, 3, cvtpd2dq, cvtdq2pd
AND_BACK 18, 3, cvttpd2dq, cvtdq2pd
AND_BACK 8, 4, cvtps2dq, cvtdq2ps
AND_BACK 8, 4, cvttps2dq, cvtdq2ps
AND_BACK 18, 7, cvtpd2ps, cvtps2pd
AND_BACK 24, 14, cvtsd2ss, cvtss2sd

CLASS "SSE2 conversions: latency and throughput of each form"
