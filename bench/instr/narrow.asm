; SPDX-License-Identifier: MIT
; Instructions on registers of 8 and 16 bits; alu.asm, mov.asm and unary.asm have those of 32.
;
; 8 bits are as 32 (A,B,K,X). 66: a clock, and U (G3); on the P55C two, and no pairs (X).

%include "bench/instr/instr.inc"

%macro NARROW 3
FORM %1_r8_r8, 1, %2, -, {%1 al, cl}, {%1 dl, cl}
P55C 3, 3, -
FORM %1_r16_r16, 2, %3, -, {%1 ax, cx}, {%1 dx, cx}
%endmacro

NARROW sub, 0.5, 2
NARROW and, 0.5, 2
NARROW or, 0.5, 2
NARROW xor, 0.5, 2
NARROW adc, 1, 2
NARROW sbb, 1, 2

; These write only flags.
%macro COMPARE 1
FORM %1_r8_r8, -, 0.5, -, {%1 al, cl}, {%1 dl, cl}
P55C -, 3, -
FORM %1_r16_r16, -, 2, -, {%1 ax, cx}, {%1 dx, cx}
%endmacro

COMPARE cmp
COMPARE test

; ADD with an immediate; AL and AX have their own encodings.
P55C 3, 3, -
FORM add_r16_imm8, 2, 2, -, {add cx, 1}, {add dx, 1}
P55C 3, 3, -
FORM add_r16_imm16, 2, 2, -, {add cx, 0x1234}, {add dx, 0x1234}
FORM add_al_imm8, 1, 1, -, {add al, 1}
P55C 3, 3, -
FORM add_ax_imm16, 2, 2, -, {add ax, 0x1234}

; ADD of 32 bits with immediates near the limits of 16 bits.
%macro ADD_IMMEDIATE 1-*
%rep %0
FORM add_r32_%1, 1, 0.5, -, {add ecx, %1}, {add edx, %1}
%rotate 1
%endrep
%endmacro

ADD_IMMEDIATE 0x04000, 0x08000, 0x10000, 0x20000

%macro UNARY 1
FORM %1_r8, 1, 1, -, {%1 al}, {%1 dl}
P55C 3, 3, -
FORM %1_r16, 2, 2, -, {%1 ax}, {%1 dx}
%endmacro

UNARY neg
UNARY not
P55C 3, 3, -
FORM inc_r16, 2, 2, -, {inc ax}, {inc dx}

; The clocks of the previous instruction hide both prefixes.
FORM movsx_r16_r8, 3, 3, -, {movsx ax, al}, {movsx dx, cl}
FORM movzx_r16_r8, 3, 3, -, {movzx ax, al}, {movzx dx, cl}

CLASS "arithmetic and logic on 8 and 16 bits: latency and throughput of each form"
