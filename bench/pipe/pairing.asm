; SPDX-License-Identifier: MIT
; Finds which instructions pair: UV in either pipe, PU only as the first of two (in U), NP never;
; PV, only as the second (in V), is in pairing_jumps.asm. AP-500, Appendix A; Agner Fog 10.1;
; Abrash, Tables 20.1 and 20.2. No other rule applies to the operands; rules.inc describes the
; measurement.

%include "bench/pipe/rules.inc"

section .text align=32
pairing:
    CYCLES_ENTER
    RULES 0, {not edi}, 1, "together", "apart"

; UV with UV.
    RULE "mov_alu", pairs, pairs, {mov eax, 1}, {add edx, ecx}
    RULE "inc_dec", pairs, pairs, {inc eax}, {dec edx}
    RULE "cmp_test", pairs, pairs, {cmp eax, edx}, {test eax, edx}
    RULE "test_accumulator", pairs, pairs, {test eax, 1}, {mov edx, 1}
    RULE "lea_lea", pairs, pairs, {lea eax, [ebx + 4]}, {lea edx, [ebx + ebx * 2]}
    RULE "load_store", pairs, pairs, {mov eax, [ebx]}, {mov [ebx + 4], edx}

; PU: pairs as the first instruction, not as the second.
    RULE "adc_first", pairs, pairs, {adc eax, 1}, {mov edx, 1}
    RULE "adc_second", apart, apart, {mov edx, 1}, {adc eax, 1}
    RULE "shift_1_first", pairs, pairs, {shl eax, 1}, {mov edx, 1}
    RULE "shift_immediate_first", pairs, pairs, {shr eax, 3}, {mov edx, 1}
    RULE "shift_second", apart, apart, {mov edx, 1}, {shl eax, 1}
    RULE "rotate_1_first", pairs, pairs, {rol eax, 1}, {mov edx, 1}

; A rotate by another immediate is PU in AP-500's table, NP according to Abrash and gcc's
; pentium.md, which the model follows (pairing.rotate_immediate).
    RULE "rotate_immediate_first", apart, apart, {rol eax, 3}, {mov edx, 1}

; NP instructions of one clock.
    RULE "not_first", apart, apart, {not eax}, {mov edx, 1}
    RULE "neg_second", apart, apart, {mov edx, 1}, {neg eax}
    RULE "test_immediate_first", apart, apart, {test edx, 1}, {mov eax, 1}

    CYCLES_LEAVE

FINDINGS
BENCHMARK "pairing rules: which instructions pair", pairing
