; SPDX-License-Identifier: MIT
; Entry to a program, and its way into the kernel.

bits 32

SELECTOR_USER_CODE  equ 0x28 | 3        ; as in boot/descriptors.h
SELECTOR_USER_DATA  equ 0x30 | 3
VECTOR_SYSTEM_CALL  equ 0x80

extern exception_entry, process_start

; Called by contain_run() in ring 0, with the flags of a contained routine. All registers of the
; program are 0 except EAX, as `process_start` says (kernel/process/run/process_run.c).
struc start
.eip:       resd 1
.esp:       resd 1
.eax:       resd 1
.user:      resd 1                      ; 1: ring 3
endstruc

section .text
global process_enter
process_enter:
    pushf
    pop ebx
    mov ecx, [process_start + start.eip]
    mov esi, [process_start + start.esp]
    cmp dword [process_start + start.user], 0
    je .ring_0
    mov edx, SELECTOR_USER_DATA
    push edx
    push esi
    push ebx
    push dword SELECTOR_USER_CODE
    push ecx
    mov eax, [process_start + start.eax]
    mov ds, edx
    mov es, edx
    xor edx, edx
    mov fs, edx
    mov gs, edx
    xor ebx, ebx
    xor ecx, ecx
    xor esi, esi
    xor edi, edi
    xor ebp, ebp
    iret
.ring_0:
    mov esp, esi
    push ebx
    push cs
    push ecx
    mov eax, [process_start + start.eax]
    xor ebx, ebx
    xor ecx, ecx
    xor edx, edx
    xor esi, esi
    xor edi, edi
    xor ebp, ebp
    iret

; INT 80h: handled by trap_handle() like an exception.
global process_system_call_stub
process_system_call_stub:
    push dword 0
    push dword VECTOR_SYSTEM_CALL
    jmp exception_entry

; Programs that only end, after up to three calls, with the number of exit() in EAX from the start.
; Each begins at one of these instructions; the kernel answers all but the last with that number.
section .rodata
global process_empty_code
process_empty_code:
    times 4 int VECTOR_SYSTEM_CALL
