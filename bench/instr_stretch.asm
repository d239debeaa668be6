; SPDX-License-Identifier: MIT
; What stands round every stretch of code that instr.c builds, and what counts them.

bits 32

%include "pmc/region.inc"

extern instr_stack_top, instr_workspace, instr_stretches
global instr_head, instr_tail, instr_head_alone, instr_tail_alone, instr_integers, instr_words
global instr_run

INSTR_STRETCHES     equ 12              ; all as in instr.h
INSTR_INTEGERS      equ 72
INSTR_WORKSPACE     equ 2080
INSTR_ZEROS         equ 516             ; where they begin

section .bss
alignb 8
instr_words:                            ; whose addresses are known when the forms are assembled
    resd 2
stack_before:
    resd 1
stretch:
    resd 1

; Machine code behind its length; nothing in it is relative to where it is.
section .rodata
; Flags are kept; the stack is the forms' own.
instr_head:
    db .end - .begin
.begin:
    pushf
    mov [stack_before], esp
    mov esp, [instr_stack_top]
.end:

section .wide_ends
; The same where instructions overlap: CPUID waits for all before it, and nothing behind it begins.
; Else a chain would go on beside POPF, RET and what is mispredicted there, its clocks hidden.
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

; Goes through a stretch twice and counts the second time, when its code, its data and its branches
; are known; the data that all forms have is read before. Every branch counted was gone through the
; first time, so each is predicted as it always is: JMP EBP as it went then, wrongly. From the CALL
; to where the counters are read is one line of code.  IN: 1, the region.
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

; And the stack, which the probe's POPA will read.  CHANGES: EAX, ECX, EDX.
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
