; SPDX-License-Identifier: MIT
; Pairing by the encoding of an instruction: displacement, immediate, length, prefixes; and x87.
; rules.inc describes the measurement.

%include "bench/pipe/rules.inc"


section .text align=32
encoding:
    CYCLES_ENTER
    RULES 0, {not edi}, 1, "together", "apart"

; Displacement and immediate in one instruction are NP on a P5 (Agner Fog 8.8), PU on a P55C, where
; no instruction longer than 7 bytes pairs (86Box).
    RULE "immediate", pairs, pairs, {mov dword [ebx], 1}, {mov eax, 1}
    RULE "displacement", pairs, pairs, {mov [ebx + 4], edx}, {mov eax, 1}
    RULE "displacement_and_immediate", apart, pairs, {mov dword [ebx + 4], 1}, {mov eax, 1}
    RULE "ten_bytes", apart, apart, {mov dword [dword ebx + 4], 1}, {mov eax, 1}

; A1: some steppings do not pair it, by Intel's erratum 59.
    RULE "direct_address", pairs, pairs, {mov eax, [somewhere]}, {mov edx, 1}

; FX pairs only with FXCH, and only if an x87 instruction follows: FABS, FX too, replaces NOT.
    fninit
    fldz
    fldz
    RULES rule, {fabs}, 1, "together, FABS", "apart, FABS"
    RULE "x87_and_fxch", pairs, pairs, {fchs}, {fxch st1}
    RULE "x87_and_integer", apart, apart, {fchs}, {mov eax, 1}

; Prefixes: an instruction with one goes only into U on a P5; on a P55C those with 66 and 67 go into
; V. Decoding one takes a clock, or two. CWDE's 3 clocks hide them: with it instead of NOT only
; pairing shows, 3 + 4 x (1 + 3) = 19 clocks, or 3 + 4 x (2 + 3) = 23.
    RULES rule, {cwde}, 3, "together, CWDE", "apart, CWDE"
    RULE "operand_size_first", pairs, pairs, {mov cx, si}, {mov edx, 1}
    RULE "operand_size_second", apart, pairs, {mov edx, 1}, {mov cx, si}
    RULE "address_size_first", pairs, pairs, {a16 mov ecx, esi}, {mov edx, 1}
    RULE "address_size_second", apart, pairs, {mov edx, 1}, {a16 mov ecx, esi}
    RULE "segment_first", pairs, pairs, {ds mov ecx, esi}, {mov edx, 1}
    RULE "segment_second", apart, apart, {mov edx, 1}, {ds mov ecx, esi}
    fninit
    CYCLES_LEAVE

section .rodata
    align 4
somewhere:
    dd 0

FINDINGS
BENCHMARK "pairing rules: encodings and prefixes", encoding
