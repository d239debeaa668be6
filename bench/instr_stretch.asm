; SPDX-License-Identifier: MIT
; Frames and counts the stretches of code that instr.c builds.

bits 32

%include "pmc/region.inc"

extern instr_stack_top, instr_workspace, instr_stretches
global instr_head, instr_tail, instr_head_alone, instr_tail_alone, instr_integers, instr_words
global instr_run

INSTR_STRETCHES     equ 12              ; these three as in instr.h
INSTR_INTEGERS      equ 72
INSTR_WORKSPACE     equ 2080
INSTR_ZEROS         equ 516             ; offset of the zeros

section .bss
alignb 8
instr_words:                            ; its addresses are known when the forms are assembled
    resd 2
stack_before:
    resd 1
stretch:
    resd 1

; Machine code after a length byte; it is position-independent.
section .rodata
; Saves the flags and switches to the forms' own stack.
instr_head:
    db .end - .begin
.begin:
    pushf
    mov [stack_before], esp
    mov esp, [instr_stack_top]
.end:

section .wide_ends
; The same for processors that overlap: CPUID waits for all instructions before it, and nothing
; after it begins earlier. Otherwise a chain would overlap with POPF, RET and a misprediction there,
; which would hide its clocks.
instr_head_alone:
    db .end - .begin
.begin:
    pushf
    mov [stack_before], esp
    mov esp, [instr_stack_top]
    xor eax, eax
    cpuid
    mov eax, 1
    mov ecx, 1
    xor ebx, ebx
    xor edx, edx
.end:

instr_tail_alone:
    db .end - .begin
.begin:
    xor eax, eax
    cpuid
    mov esp, [stack_before]
    popf
    ret
.end:

section .rodata
instr_tail:
    db .end - .begin
.begin:
    mov esp, [stack_before]
    popf
    ret
.end:

instr_integers:
    db .end - .begin
.begin:
    times INSTR_INTEGERS not ebp
.end:

; Executes a stretch twice and counts the second time, when its code, data and branches are in
; caches and BTB; the data that all forms share is read before. Each counted branch was executed the
; first time, so its prediction is always the same: JMP EBP is predicted to its first target,
; wrongly. The code from the CALL to where the counters are read is one cache line.  IN: 1, the
; region.
%macro MEASURE 1
    cmp dword [instr_stretches + 4 * %1], 0
    je near %%not_measured
    mov ebp, %%first_time
%%again:
    mov eax, [instr_stretches + 4 * %1]
    mov [stretch], eax
    call read_workspace
    cmp ebp, %%first_time
    je %%uncounted
    REGION_BEGIN %1
%%uncounted:
    align 32
    call enter
    jmp ebp
%%first_time:
    mov ebp, %%second_time
    jmp %%again
%%second_time:
    REGION_END %1
%%not_measured:
%endmacro

section .text
instr_run:
    pusha
%assign region 0
%rep INSTR_STRETCHES
    MEASURE region
%assign region region + 1
%endrep
    popa
    ret

; Reads the workspace and the stack that the probe's POPA will read.  CHANGES: EAX, ECX, EDX.
read_workspace:
    pusha
    popa
    mov eax, [instr_workspace]
    mov ecx, INSTR_WORKSPACE / 32
.line:
    mov edx, [eax]
    add eax, 32
    dec ecx
    jnz .line
    ret

; CHANGES: all but EBP.
enter:
    push ebp
    mov eax, 1
    mov ecx, 1
    xor edx, edx
    xor ebx, ebx
    mov esi, [instr_workspace]
    lea edi, [esi + INSTR_ZEROS]
    call [stretch]
    pop ebp
    ret
