; SPDX-License-Identifier: MIT
; The Linux program around a work function: calls WORK if that is defined, and exits with status 0.
; Without WORK its counts are those of the program around the call.

bits 32

SYS_EXIT    equ 1                       ; Linux's system call table for i386
STACK_DEPTH equ 8                       ; the kernel's return address and the benchmark's EBP

section .note.GNU-stack noalloc noexec nowrite progbits

section .text
global _start
_start:
    ; Where in a page the stack is decides which lines it displaces: as in the kernel.
    mov esp, stack_top - STACK_DEPTH
%ifdef WORK
    extern WORK
    call WORK
%endif
    mov eax, SYS_EXIT
    xor ebx, ebx
    int 0x80

section .bss align=4096
    resb 4096
stack_top:
