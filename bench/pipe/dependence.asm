; SPDX-License-Identifier: MIT
; Dependences that prevent pairing: the second instruction may neither read nor write a register
; that the first writes, and parts of a register count as the whole. Writing a register that the
; first reads is allowed, flags do not matter, and PUSH/PUSH, PUSH/CALL and POP/POP are exceptions
; (Agner Fog 10.1; Abrash 21). rules.inc describes the measurement.

%include "bench/pipe/rules.inc"

section .text align=32
dependence:
    CYCLES_ENTER
    RULES 0, {not edi}, 1, "together", "apart"

    RULE "read_after_write", apart, apart, {mov eax, edx}, {mov ecx, eax}
    RULE "write_after_write", apart, apart, {mov eax, 1}, {mov eax, 2}
    RULE "write_after_read", pairs, pairs, {mov edx, eax}, {mov eax, 1}
    RULE "low_and_high_byte", apart, apart, {mov al, 1}, {mov ah, 2}
    RULE "bytes_of_two_registers", pairs, pairs, {mov al, 1}, {mov dl, 2}
    RULE "byte_and_whole", apart, apart, {mov dh, 1}, {mov eax, edx}
    RULE "store_and_load", pairs, pairs, {mov [ebx], eax}, {mov edx, [ebx + 4]}

; Flags: written twice; and read by a branch that is not taken, as EAX is above 0.
    RULE "flags_written_twice", pairs, pairs, {add eax, 1}, {sub edx, 1}
    mov eax, 100
    RULE "flags_and_jcc", pairs, pairs, {dec eax}, {js short $ + 2}

; ESP, in the frame: PUSHes take 32 bytes of the 128 below it, POPs those above.
    RULE "push_push", pairs, pairs, {push eax}, {push edx}
    mov esp, esi
    RULE "pop_pop", pairs, pairs, {pop eax}, {pop edx}
    mov esp, esi
    RULE "push_call", pairs, pairs, {push eax}, {call $ + 5}
    mov esp, esi
    RULE "push_pop", apart, apart, {push eax}, {pop edx}
    RULE "pop_push", apart, apart, {pop edx}, {push eax}
    RULE "push_and_read_esp", apart, apart, {push eax}, {mov edx, esp}
    mov esp, esi
    RULE "read_esp_and_push", pairs, pairs, {mov edx, esp}, {push eax}
    mov esp, esi
    CYCLES_LEAVE

FINDINGS
BENCHMARK "pairing rules: register dependences between the pipes", dependence
