; SPDX-License-Identifier: MIT
; Entry points for the processor exceptions, vectors 0 to 31. Each leaves the same frame on the
; stack, struct trap_frame of boot/descriptors.h, and calls trap_handle(frame), which may return to
; EIP.

bits 32

extern trap_handle, trap_double_fault

SELECTOR_DATA       equ 0x10
VECTOR_WATCHDOG     equ 0x28            ; as in boot/descriptors.h
PIC_MASTER          equ 0x20            ; the controller's command port
PIC_EOI             equ 0x20            ; end of interrupt

; Vectors for which the processor pushes an error code (Intel SDM volume 3, table 6-1).
%define HAS_ERROR_CODE(v) ((v) = 8 || ((v) >= 10 && (v) <= 14) || (v) = 17)

section .text
%assign vector 0
%rep 32
stub_ %+ vector:
%if HAS_ERROR_CODE(vector) = 0
    push dword 0
%endif
    push dword vector
    jmp exception_entry
%assign vector vector + 1
%endrep

; Handles the real-time clock's interrupt like an exception.
global stub_watchdog
stub_watchdog:
    push dword 0
    push dword VECTOR_WATCHDOG

global exception_entry
exception_entry:
    pusha
    push ds                             ; a benchmark may have left any values in them
    push es
    mov eax, SELECTOR_DATA
    mov ds, eax
    mov es, eax
    cld
    lea eax, [esp + 8]
    push eax                            ; the frame's address
    call trap_handle
    add esp, 4
    pop es
    pop ds
    popa
    add esp, 8                          ; vector and error code
    iret

; Spurious interrupts, which need no end of interrupt, except that the slave's request went through
; the master, which waits for one.
global stub_spurious_master, stub_spurious_slave
stub_spurious_slave:
    push eax
    mov al, PIC_EOI
    out PIC_MASTER, al
    pop eax
stub_spurious_master:
    iret

; Entered through the task gate of vector 8, with a separate stack and TSS, so that a double fault
; is reported even if ESP is invalid. The processor has pushed an error code of 0. IRET switches
; back to the interrupted task; the next double fault continues after the IRET.
global stub_double_fault
stub_double_fault:
    call trap_double_fault
    add esp, 4                          ; the error code
    iret
    jmp stub_double_fault

section .rodata
global exception_stubs
exception_stubs:
%assign vector 0
%rep 32
    dd stub_ %+ vector
%assign vector vector + 1
%endrep
