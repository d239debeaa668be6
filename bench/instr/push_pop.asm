; SPDX-License-Identifier: MIT
; Stack instructions of 16 bits, and PUSH followed by POP.

%include "bench/instr/instr.inc"

; PUSH and POP of 16 bits: a 66 each, on the P55C two clocks (X); hidden if memory is read too.
P55C -, 3, -
FORM push_r16, -, 2, -, {push ax}
PROLOGUE {sub esp, 512}
P55C -, 3, -
FORM pop_r16, -, 2, -, {pop ax}, {pop dx}
FORM pop_m16, -, 3, -, {pop word [esi + SCRATCH]}
PROLOGUE {cld}
FORM push_m16, -, 2+, -, {push word [esi]}
FORM pushfw, -, 3-5, -, {pushfw}

; One after the other (X).
%define REGISTER(i) {TWO {push i}, {pop i}}
%define PLACE(size, i) {TWO {push size [edi + i]}, {pop size [edi + i]}}
WIDE REGISTER(ax), REGISTER(cx), REGISTER(dx), REGISTER(bx)
P55C 6, 6, -
FORM push_pop_r16, 4, 4, -, {TWO {push ax}, {pop ax}}
WIDE REGISTER(eax), REGISTER(ecx), REGISTER(edx), REGISTER(ebx)
FORM push_pop_r32, 2, 2, -, {TWO {push eax}, {pop eax}}
FORM push_imm8_pop_r32, 2, 2, -, {TWO {push 1}, {pop eax}}
FORM push_imm32_pop_r32, 2, 2, -, {TWO {push 0x12345678}, {pop eax}}
WIDE_CHAIN PLACE(word, 0)
WIDE PLACE(word, 0), PLACE(word, 8), PLACE(word, 16), PLACE(word, 24)
P55C 6, 6, -
FORM push_pop_m16, 5, 5, -, {TWO {push word [esi]}, {pop word [esi + SCRATCH]}}
WIDE_CHAIN PLACE(dword, 0)
WIDE PLACE(dword, 0), PLACE(dword, 8), PLACE(dword, 16), PLACE(dword, 24)
FORM push_pop_m32, 5, 5, -, {TWO {push dword [esi]}, {pop dword [esi + SCRATCH]}}
FORM pushfw_popfw, 7, 7, -, {TWO {pushfw}, {popfw}}
FORM pushfd_popfd, 7, 7, -, {TWO {pushfd}, {popfd}}

; PUSHA and POPA: in 32 bits 5 each (B,MA,X), in 16 bits together 18 (X).
UNITS 8
FORM pushad_popad, 10, 10, -, {TWO {pushad}, {popad}}
FORM pushaw_popaw, 18, 18, -, {TWO {pushaw}, {popaw}}
FORM pushaw, -, 5+, -, {pushaw}
PROLOGUE {sub esp, 512}
FORM popaw, -, 5+, -, {popaw}

CLASS "the stack in 16 bits, and pairs of PUSH and POP: latency and throughput of each form"
