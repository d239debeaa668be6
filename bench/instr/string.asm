; SPDX-License-Identifier: MIT
; String instructions, alone and repeated 0 and 8 times.

%include "bench/instr/instr.inc"

; Alone, NP: MOVS 4, LODS 2, STOS 3, SCAS 4, CMPS 5 (B,MA,IC; A). The clocks of the previous
; instruction hide the 66 of words.
%macro STRING 2
FORM %1b, %2, %2, NP, {%1b}
FORM %1w, %2, %2, NP, {%1w}
FORM %1d, %2, %2, NP, {%1d}
%endmacro

UNITS 8
STRING movs, 4
STRING lods, 2
STRING stos, 3
STRING scas, 4
PROLOGUE {mov esi, edi}
STRING cmps, 5

; Repeated (IC): MOVS 6 for none and 13 + n; STOS 6, and 9 + 3 n in one list, which is probably a
; misprint; LODS 7, and 7 + 3 n; REPE CMPS 7, and 9 + 4 n; REPNE CMPS 7, and 8 + 4 n; SCAS 9 + 4 n.
; ECX is set again for each, which is subtracted.  IN: name, clocks for 0, for 8; the instruction.
%macro REPEATED 4
PROLOGUE {xor ecx, ecx}, {xor eax, eax}, {mov esi, edi}
FORM %1_0, %2, -, NP, {%4}
PROLOGUE {mov ecx, 8}, {xor eax, eax}, {lea esi, [edi + 256]}
CHAIN {%4}, {mov ecx, 8}
BASE {mov ecx, 8}
FORM %1_8, %3, -, -, {%4}
%endmacro

UNITS 4
REPEATED rep_movsb, 6, 21, rep movsb
REPEATED rep_movsd, 6, 21, rep movsd
REPEATED rep_stosb, 6, 33, rep stosb
REPEATED rep_stosd, 6, 33, rep stosd
REPEATED rep_lodsb, 7, 31, rep lodsb
REPEATED rep_lodsd, 7, 31, rep lodsd
REPEATED repe_cmpsb, 7, 41, repe cmpsb
REPEATED repe_cmpsd, 7, 41, repe cmpsd
REPEATED repe_scasb, 7, 41, repe scasb
REPEATED repe_scasd, 7, 41, repe scasd

CLASS "string instructions: latency and throughput of each form"
