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

RESTS   equ 30

; IN: an instruction.
%macro AFTER_RESTS 1
%assign %%rest 0
%rep RESTS
    times %%rest not esi
    div ecx
    %1
%assign %%rest %%rest + 1
%endrep
%endmacro

section .text align=32
serial:
    CYCLES_ENTER
; Both are the same two cycles of the bus, locked, and 3 clocks. With rests of 0 to 29 before them
; what waits for the bus's clock is the same on average; DIV hides the prefix.
    mov ecx, 1
    xor edx, edx
    xchg [ebx], edi     ; what it leaves in no cache need not be written back
    REGION_BEGIN takes
    SETTLE
    AFTER_RESTS {lock add [ebx], edi}
    REGION_END takes
    REGION_NAME takes, "LOCK ADD"
    REGION_BEGIN takes + 1
    SETTLE
    AFTER_RESTS {xchg [ebx], edi}
    REGION_END takes + 1
    REGION_NAME takes + 1, "XCHG"
    FINDING "lock_add_more", takes, takes + 1, RESTS
    %assign takes takes + 2
; MOV is a clock of its own, CPUID pairs with nothing. It writes EBX.
    TAKES "cpuid_and_move", 1, {mov eax, 0}, {cpuid}
    TAKES "cpuid_1_and_move", 1, {mov eax, 1}, {cpuid}
    mov ebx, esp
    and ebx, -256
    mov [ebx + 4], cs
    mov eax, [ebx]      ; locked ones left it in no cache
    TAKES "far_jump_and_move", 1, {FAR_JUMP}
    CYCLES_LEAVE

FINDINGS
BENCHMARK "clocks of locked instructions, CPUID and far jumps", serial
