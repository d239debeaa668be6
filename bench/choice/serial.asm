; SPDX-License-Identifier: MIT
; Clocks of instructions that do not overlap with others: locked ones, CPUID, a far jump. Sources
; disagree on them or do not exist.

%include "bench/choice/takes.inc"

; Jumps to the next instruction with the code's own selector: MOV 1, JMP 4 and the cost of not being
; predicted.  CHANGES: the memory at EBX.
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
; Both instructions are the same two locked bus cycles and 3 clocks. Rests of 0 to 29 clocks before
; them make the wait for the bus clock the same on average. DIV hides the prefix.
    mov ecx, 1
    xor edx, edx
    xchg [ebx], edi     ; removes the line from the caches: no write-back
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
; MOV takes its own clock, CPUID does not pair. It writes EBX.
    TAKES "cpuid_and_move", 1, {mov eax, 0}, {cpuid}
    TAKES "cpuid_1_and_move", 1, {mov eax, 1}, {cpuid}
    mov ebx, esp
    and ebx, -256
    mov [ebx + 4], cs
    mov eax, [ebx]      ; loads the line that the locked instructions removed
    TAKES "far_jump_and_move", 1, {FAR_JUMP}
    CYCLES_LEAVE

FINDINGS
BENCHMARK "clocks of locked instructions, CPUID and far jumps", serial
