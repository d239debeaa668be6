; SPDX-License-Identifier: MIT
; Division and root of singles, whose time may depend on the operands.

%include "bench/instr/simd.inc"

; IN: the dividend, also the argument of a root, and the divisor, as bits of a single: XMM0 and XMM1
; are the dividend in all lanes, XMM6 is the divisor.
%macro VALUES 2
PROLOGUE {mov eax, %1}, {mov [esi + SCRATCH], eax}, {mov eax, %2}, {mov [esi + SCRATCH + 4], eax}, \
    {movss xmm0, [esi + SCRATCH]}, {movss xmm6, [esi + SCRATCH + 4]}, \
    {shufps xmm0, xmm0, 0}, {shufps xmm6, xmm6, 0}, {movaps xmm1, xmm0}
%endmacro

UNITS 8

; IN: suffix of the name, latency and throughput of DIVSS, and of DIVPS.
%macro DIVIDE 5
FORM divss_%1, %2, %3, -, {divss xmm0, xmm6}, {divss xmm1, xmm6}
FORM divps_%1, %4, %5, -, {divps xmm0, xmm6}, {divps xmm1, xmm6}
%endmacro

; The same for roots.
%macro ROOT 5
FORM sqrtss_%1, %2, %3, -, {sqrtss xmm0, xmm0}, {sqrtss xmm1, xmm1}
FORM sqrtps_%1, %4, %5, -, {sqrtps xmm0, xmm0}, {sqrtps xmm1, xmm1}
%endmacro

ZERO equ 0x00000000
HALF equ 0x3f000000
ONE  equ 0x3f800000
TWO_ equ 0x40000000
PI   equ 0x40490fdb                     ; the nearest single
E    equ 0x402df854

; The quotients by E stay normal: PI divided 16 times is 3.5e-7.
VALUES PI, E
DIVIDE xmm_xmm, 18, 17, 34, 34
ROOT xmm_xmm, 30, 28, 56, 56
VALUES ZERO, PI
DIVIDE 0_by_x, 9, 8, 16, 16
ROOT 0, 10, 8, 16, 16
VALUES PI, ONE
DIVIDE x_by_1, 9, 8, 16, 16
VALUES PI, TWO_
DIVIDE x_by_2, 9, 8, 16, 16
VALUES PI, HALF
DIVIDE x_by_half, 9, 8, 16, 16
VALUES ONE, ONE
ROOT 1, 10, 8, 16, 16

CLASS "SSE division and root by operands: latency and throughput of each form"
