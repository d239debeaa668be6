; SPDX-License-Identifier: MIT
; Jumps and calls are PV: they pair only as the second of two (in V). The sources are those of
; pairing.asm; both together would not fit into one way of the code cache.

%include "bench/pipe/rules.inc"

section .text align=32
pairing_jumps:
    CYCLES_ENTER
    RULES 0, {not edi}, 1, "together", "apart"

; All are predicted, JNC as not taken and the others to the next instruction.
    stc
    RULE "jump_second", pairs, pairs, {mov eax, 1}, {jmp short $ + 2}
    RULE "call_second", pairs, pairs, {mov eax, 1}, {call $ + 5}
    RULE "jcc_second", pairs, pairs, {mov eax, 1}, {jnc short $ + 2}
    RULE "jcc_near_second", pairs, pairs, {mov eax, 1}, {jnc near $ + 6}
    RULE "jcc_first", apart, apart, {jnc short $ + 2}, {mov eax, 1}
    mov esp, esi
    CYCLES_LEAVE

FINDINGS
BENCHMARK "pairing rules: jumps and calls", pairing_jumps
