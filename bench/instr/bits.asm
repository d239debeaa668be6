; SPDX-License-Identifier: MIT
; Instructions on single bits, and those made for locks.
;
; Each has an 0F prefix, which the clocks of the previous instruction hide.

%include "bench/instr/instr.inc"

; BT: 4, with a bit string in memory 9 (MA; B 8 for all).
FORM bt_r32_r32, -, 4, NP, {bt eax, ecx}
FORM bt_r32_imm8, -, 4, NP, {bt eax, 3}
FORM bt_m32_imm8, -, 4, NP, {bt dword [esi], 3}
FORM bt_m32_r32, -, 9, NP, {bt [esi], ecx}

; BTS BTR BTC: r 7, m,imm 8, m,r 13 (MA,B).
%macro CHANGE 1
FORM %1_r32_r32, 7, 7, NP, {%1 eax, ecx}, {%1 edx, ecx}
FORM %1_r32_imm8, 7, 7, NP, {%1 eax, 3}, {%1 edx, 3}
FORM %1_m32_imm8, 8, 8, NP, {%1 dword [edi], 3}
FORM %1_m32_r32, 13, 13, NP, {%1 [edi], ecx}
%endmacro

CHANGE bts
CHANGE btr
CHANGE btc

; BSF 6 and BSR 7, and one for each bit examined (MA; B 7 for all).
PROLOGUE {mov ecx, 1}, {mov [edi], ecx}
FORM bsf_r32_r32_bit_0, -, 7, NP, {bsf eax, ecx}
FORM bsf_r32_m32_bit_0, -, 7, NP, {bsf eax, [edi]}
PROLOGUE {mov ecx, 256}
FORM bsf_r32_r32_bit_8, -, 15, NP, {bsf eax, ecx}
PROLOGUE {mov ecx, 0x80000000}, {mov [edi], ecx}
FORM bsr_r32_r32_bit_31, -, 8, NP, {bsr eax, ecx}
FORM bsr_r32_m32_bit_31, -, 8, NP, {bsr eax, [edi]}
PROLOGUE {mov ecx, 0x00800000}
FORM bsr_r32_r32_bit_23, -, 16, NP, {bsr eax, ecx}
PROLOGUE {cld}

; CMPXCHG 6 (X; B, MA and RB 5, MA up to 10), in memory 6 (B,MA,RB), XADD 3 and 4 (MA,B,X; B 10 for
; one), CMPXCHG8B 9 (X; MA and RB 10).
FORM cmpxchg_r32_r32, 6, 6, NP, {cmpxchg ecx, edx}
FORM cmpxchg_m32_r32, 6, 6, NP, {cmpxchg [edi], edx}
WIDE {xadd ecx, edx}, {xadd eax, ebx}
FORM xadd_r32_r32, 3, 3, NP, {xadd ecx, edx}
FORM xadd_m32_r32, 4, 4, NP, {xadd [edi], edx}
WIDE {cmpxchg8b [edi]}, {cmpxchg8b [edi + 8]}, {cmpxchg8b [edi + 16]}
FORM cmpxchg8b_m64, 9, 9, NP, {cmpxchg8b [esi + SCRATCH]}

CLASS "bits: latency and throughput of each form"
