; SPDX-License-Identifier: MIT
; A Linux program that calls WORK, if that is defined, and exits with status 0. Without WORK its
; counts are those of the program around the call.

bits 32

SYS_EXIT    equ 1                       ; Linux's system call table for i386
STACK_DEPTH equ 8                       ; the kernel's return address and the benchmark's EBP

section .note.GNU-stack noalloc noexec nowrite progbits

section .text
global _start
_start:
    ; The stack's offset in a page decides which lines it displaces; it is the kernel's.
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
