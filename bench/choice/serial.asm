; SPDX-License-Identifier: MIT
; What instructions take that nothing overlaps with: locked ones, CPUID, a far jump. Sources differ,
; or there is none.

%include "bench/choice/takes.inc"

; To the next instruction, by the selector that the code has already: MOV 1, JMP 4 and what it
; costs that nothing predicts it.  CHANGES: what EBX points to.
%macro FAR_JUMP 0
    mov dword [ebx], %%next
    jmp far [ebx]
%%next:
%endmacro

section .text align=32
serial:
    CYCLES_ENTER
; Both are the same two cycles of the bus, locked; XCHG has no prefix.
    TAKES "lock_add", 1, {lock add [ebx], edi}
    TAKES "lock_exchange", 1, {xchg [ebx], eax}
; MOV is a clock of its own, CPUID pairs with nothing. It writes EBX.
    TAKES "cpuid_and_move", 1, {mov eax, 0}, {cpuid}
    TAKES "cpuid_1_and_move", 1, {mov eax, 1}, {cpuid}
    mov ebx, esi
    mov [ebx + 4], cs
    mov eax, [ebx]      ; locked ones left it in no cache
    TAKES "far_jump_and_move", 1, {FAR_JUMP}
    CYCLES_LEAVE

FINDINGS
BENCHMARK "clocks of locked instructions, CPUID and far jumps", serial
