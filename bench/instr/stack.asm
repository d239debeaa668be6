; SPDX-License-Identifier: MIT
; Stack instructions. Those that pop find suitable values on the stack, or zeros.

%include "bench/instr/instr.inc"

; PUSH r and imm, POP r: UV 1 (A,G1,B,K,C,MA); two PUSH pair, and two POP into two registers.
FORM push_r32, -, 0.5, UV, {push eax}
FORM push_imm8, -, 0.5, UV, {push 1}
FORM push_imm32, -, 0.5, UV, {push 0x12345678}
PROLOGUE {sub esp, 512}
FORM pop_r32, -, 0.5, UV, {pop eax}, {pop edx}

; PUSH m 2, POP m 3 (A,G1,B,K): NP.
FORM push_m32, -, 2, NP, {push dword [esi]}
FORM pop_m32, -, 3, NP, {pop dword [esi + SCRATCH]}

; Segment registers: PUSH 1, POP 3, at least (G1,B,MA).
FORM push_sreg, -, 1+, NP, {push es}
%macro PUSH_DS 0
    times 32 push ds
%endmacro
PROLOGUE {PUSH_DS}
FORM pop_sreg, -, 3+, NP, {pop es}

; PUSHF 3-5, POPF 4-6 (G1,B,MA).
PROLOGUE {cld}
FORM pushf, -, 3-5, NP, {pushf}
%macro PUSH_FLAGS 0
    times 32 pushf
%endmacro
PROLOGUE {PUSH_FLAGS}
FORM popf, -, 4-6, NP, {popf}

; PUSHA POPA: 5 (B,MA).
UNITS 8
PROLOGUE {cld}
FORM pusha, -, 5, NP, {pusha}
PROLOGUE {sub esp, 512}
FORM popa, -, 5, NP, {popa}

; ENTER 11 (MA; B 15), LEAVE 3 (B,MA), whose EBP is available as an address a clock later. Here EBP
; points to a dword with its own address.
%define BEHIND {mov edi, edi}
%define BEFORE {mov edi, edi}
%define APART  {not edi}
PROLOGUE {sub esp, 512}
FORM enter_imm16_0, 11, 11, NP, {enter 4, 0}
PROLOGUE {mov ebp, esi}
FORM leave, 4, -, NP, {leave}

CLASS "the stack: throughput and pairing of each form"
