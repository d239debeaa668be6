; SPDX-License-Identifier: MIT
; Moves between registers, memory and segment registers.

%include "bench/instr/instr.inc"

; MOV: UV 1 (A,G1,B,K,C,MA). A loaded value is available as an address a clock later than as another
; operand (G3 9), so a chase through memory takes 2. Displacement and immediate: NP (A,G1,K). 66 as
; in alu.asm.
WIDE_CHAIN {mov eax, eax}
FORM mov_r32_r32, 1, 0.5, UV, {mov eax, ecx}, {mov edx, ecx}
FORM mov_r32_imm32, 1, 0.5, UV, {mov eax, 1}, {mov edx, 1}
WIDE_CHAIN {mov al, al}
FORM mov_r8_r8, 1, 0.5, UV, {mov al, cl}, {mov dl, cl}
FORM mov_r8_imm8, 1, 0.5, UV, {mov al, 1}, {mov dl, 1}
P55C 3, 3, PU
WIDE_CHAIN {mov ax, ax}
FORM mov_r16_r16, 2, 2, PU, {mov ax, cx}, {mov dx, cx}
P55C 3, 3, PU
FORM mov_r16_imm16, 2, 2, PU, {mov ax, 1}, {mov dx, 1}
CHAIN {mov esi, [esi]}
FORM mov_r32_m32, 2, 0.5, UV, {mov eax, [esi]}, {mov edx, [edi]}
PROLOGUE {mov ebx, esi}
CHAIN {mov bl, [ebx]}
FORM mov_r8_m8, 2, 0.5, UV, {mov al, [esi]}, {mov dl, [edi]}
CHAIN {mov si, [esi]}
P55C 3, 3, PU
FORM mov_r16_m16, 2, 2, PU, {mov ax, [esi]}, {mov dx, [edi]}
FORM mov_m32_r32, -, 0.5, UV, {mov [esi + SCRATCH], eax}, {mov [edi], ecx}
FORM mov_m8_r8, -, 0.5, UV, {mov [esi + SCRATCH], al}, {mov [edi], cl}
P55C -, 3, PU
FORM mov_m16_r16, -, 2, PU, {mov [esi + SCRATCH], ax}, {mov [edi], cx}
PROLOGUE {add esi, SCRATCH}
FORM mov_m32_imm32, -, 0.5, UV, {mov dword [esi], 1}, {mov dword [edi], 1}
FORM mov_m8_imm8, -, 0.5, UV, {mov byte [esi], 1}, {mov byte [edi], 1}
FORM mov_m32_imm32_disp, -, 1, NP, {mov dword [esi + 8], 1}

; MOV between EAX and memory by address (G1,B,K); the memory is read first, so that it is cached.
extern instr_words
PROLOGUE {mov eax, [instr_words]}
FORM mov_eax_moffs, -, 1, UV, {mov eax, [instr_words]}
FORM mov_moffs_eax, -, 0.5, UV, {mov [instr_words], eax}, {mov [instr_words + 4], eax}

; Segment registers: from them 1; to them 2 from a register, 3 from memory, at least (G1,B,MA).
PROLOGUE {mov ecx, ds}, {mov [esi + SCRATCH], ds}
FORM mov_r32_sreg, -, 1, NP, {mov eax, ds}
FORM mov_m16_sreg, -, 1, NP, {mov [esi + SCRATCH], ds}
FORM mov_sreg_r32, -, 2+, NP, {mov es, ecx}
FORM mov_sreg_m16, -, 3+, NP, {mov es, [esi + SCRATCH]}

; LDS and similar: 4 at least (B,MA); the previous instruction hides the 0F of three of them.
PROLOGUE {mov dword [esi + SCRATCH], 1}, {mov [esi + SCRATCH + 4], ds}
FORM lds_r32_m48, -, 4+, NP, {lds eax, [esi + SCRATCH]}
FORM les_r32_m48, -, 4+, NP, {les eax, [esi + SCRATCH]}
FORM lfs_r32_m48, -, 4+, NP, {lfs eax, [esi + SCRATCH]}
FORM lgs_r32_m48, -, 4+, NP, {lgs eax, [esi + SCRATCH]}
PROLOGUE {mov dword [esi + SCRATCH], 1}, {mov [esi + SCRATCH + 4], ss}
FORM lss_r32_m48, -, 4+, NP, {lss eax, [esi + SCRATCH]}
PROLOGUE {cld}

; MOVZX MOVSX: NP 3 (B,MA,K,G3; V 2); the clocks of the previous instruction hide the 0F.
%macro EXTEND 1
FORM %1_r32_r8, 3, 3, NP, {%1 eax, al}, {%1 edx, cl}
FORM %1_r32_r16, 3, 3, NP, {%1 eax, ax}, {%1 edx, cx}
FORM %1_r32_m8, -, 3, NP, {%1 eax, byte [esi]}, {%1 edx, byte [edi]}
FORM %1_r32_m16, -, 3, NP, {%1 eax, word [esi]}, {%1 edx, word [edi]}
%endmacro

EXTEND movzx
EXTEND movsx

; LEA: UV 1 (A,B,K); a register is available as an address a clock after it was written (G3 9).
%macro ADDRESS 3
CHAIN {lea eax, [eax %2]}
FORM lea_r32_%1, 2, 0.5, UV, {lea eax, [ebx %2]}, {lea edx, [ebx %3]}
%endmacro
ADDRESS base, + 0, + 0
ADDRESS base_disp, + 1, + 2
ADDRESS base_index, + ecx * 4, + ecx * 4
ADDRESS base_index_disp, + ecx * 8 + 1000, + ecx * 8 + 2000
FORM lea_r32_moffs, -, 0.5, UV, {lea eax, [1000]}, {lea edx, [1000]}

; XCHG: acc,r 2, r,r 3 (G1,B,MA); with memory it is locked: more than 15 (G1; A measured 9).
FORM xchg_eax_r32, 2, 2, NP, {xchg eax, ecx}
WIDE {xchg edx, ecx}, {xchg ebx, esi}
FORM xchg_r32_r32, 3, 3, NP, {xchg edx, ecx}
FORM xchg_r32_m32, >15, >15, NP, {xchg eax, [esi + SCRATCH]}

; XLAT: NP 4 (G1,B,MA); its result is available as an address a clock later.
PROLOGUE {mov ebx, esi}, {xor eax, eax}
FORM xlat, 5, -, NP, {xlatb}

CLASS "moves: latency, throughput and pairing of each form"
