; SPDX-License-Identifier: MIT
; Entries of interrupts that only sampling has, in the frame of boot/exception_stubs.asm.

bits 32

extern take_exception

VECTOR_TIMER        equ 0x20            ; VECTOR_LINES of boot/descriptors.h, line 0
VECTOR_LOCAL        equ 0x31            ; VECTOR_APIC there

section .text

global stub_timer, stub_apic
stub_timer:
    push dword 0
    push dword VECTOR_TIMER
    jmp take_exception
stub_apic:
    push dword 0
    push dword VECTOR_LOCAL
    jmp take_exception
