; SPDX-License-Identifier: MIT
; Repeated string instructions over 128 bytes of L1, by bytes, words and dwords.
;
; n times (IC): MOVS 13 + n, STOS 9 + n, LODS 7 + 3 n, CMPS and SCAS 9 + 4 n. (The list has 9 + 3 n
; for STOS, assumed to be a misprint, as in string.asm.) ECX is set again for each, which is
; subtracted. All operands are in the zeros.

%include "bench/instr/instr.inc"

; IN: name, repetitions, clocks, the instruction.
%macro REPEATED 4
CHAIN {%4}, {mov ecx, %2}
BASE {mov ecx, %2}
BYTES 128
FORM %1, %3, -, -, {%4}
%endmacro

; IN: mnemonic, prefix, clocks for each element, additional clocks.
%macro BY_SIZE 4
%assign bytes_take 128 * %3 + %4
%assign words_take 64 * %3 + %4
%assign dwords_take 32 * %3 + %4
PROLOGUE {xor eax, eax}, {mov esi, edi}, {mov ecx, 128}
REPEATED %2_%1b_128, 128, %[bytes_take], %2 %1b
PROLOGUE {xor eax, eax}, {mov esi, edi}, {mov ecx, 64}
REPEATED %2_%1w_64, 64, %[words_take], %2 %1w
PROLOGUE {xor eax, eax}, {mov esi, edi}, {mov ecx, 32}
REPEATED %2_%1d_32, 32, %[dwords_take], %2 %1d
%endmacro

UNITS 2
BY_SIZE movs, rep, 1, 13
BY_SIZE stos, rep, 1, 9
BY_SIZE lods, rep, 3, 7
BY_SIZE cmps, repe, 4, 9
BY_SIZE scas, repe, 4, 9

CLASS "repeated string instructions over 128 bytes: clocks and bytes a clock"
