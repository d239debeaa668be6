; SPDX-License-Identifier: MIT
; Division and root of doubles by operands, as in sse_divide. The Pentium 4 takes the same time for
; all.

%include "bench/instr/simd.inc"

; IN: the dividend and the divisor, as the high half of a double whose low half is 1 or 0, by the
; third parameter: XMM0 and XMM1 are the dividend in both lanes, XMM6 is the divisor.
%macro VALUES 3
PROLOGUE {mov eax, %1}, {mov dword [esi + SCRATCH], %3}, {mov [esi + SCRATCH + 4], eax}, \
    {movsd xmm0, [esi + SCRATCH]}, {mov eax, %2}, {mov [esi + SCRATCH + 4], eax}, \
    {movsd xmm6, [esi + SCRATCH]}, {unpcklpd xmm0, xmm0}, {unpcklpd xmm6, xmm6}, \
    {movapd xmm1, xmm0}
%endmacro

UNITS 4

%macro DIVIDE 1
FORM divsd_%1, 38, 38, -, {divsd xmm0, xmm6}, {divsd xmm1, xmm6}
FORM divpd_%1, 69, 69, -, {divpd xmm0, xmm6}, {divpd xmm1, xmm6}
%endmacro

%macro ROOT 1
FORM sqrtsd_%1, 38, 38, -, {sqrtsd xmm0, xmm0}, {sqrtsd xmm1, xmm1}
FORM sqrtpd_%1, 69, 69, -, {sqrtpd xmm0, xmm0}, {sqrtpd xmm1, xmm1}
%endmacro

ZERO  equ 0x00000000
HALF  equ 0x3fe00000
ONE   equ 0x3ff00000
TWO_  equ 0x40000000
THREE equ 0x40080000
FIVE  equ 0x40140000

VALUES FIVE, THREE, 1                   ; 5 + 2^-50 and 3 + 2^-51
DIVIDE xmm_xmm
ROOT xmm_xmm
VALUES ZERO, THREE, 0
DIVIDE 0_by_x
ROOT 0
VALUES FIVE, ONE, 0
DIVIDE x_by_1
VALUES FIVE, TWO_, 0
DIVIDE x_by_2
VALUES FIVE, HALF, 0
DIVIDE x_by_half
VALUES ONE, ONE, 0
ROOT 1

CLASS "SSE2 division and root by operands: latency and throughput of each form"
