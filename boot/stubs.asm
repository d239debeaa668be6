; SPDX-License-Identifier: MIT
; One entry for each processor exception, vectors 0 to 31. Each leaves the same frame on the stack,
; struct trap_frame of boot/descriptors.h, and calls trap_handle(frame), which may return to EIP.

bits 32

extern trap_handle, trap_double_fault

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
    jmp take_exception
%assign vector vector + 1
%endrep

take_exception:
    pusha
    cld
    push esp                            ; the frame's address
    call trap_handle
    add esp, 4
    popa
    add esp, 8                          ; vector and error code
    iret

; Entered through the task gate of vector 8, on a stack and a TSS of its own, so that a double fault
; is reported even when ESP is what went wrong. The processor has pushed an error code of 0.
global stub_double_fault
stub_double_fault:
    call trap_double_fault
.halt:
    cli
    hlt
    jmp .halt

section .rodata
global exception_stubs
exception_stubs:
%assign vector 0
%rep 32
    dd stub_ %+ vector
%assign vector vector + 1
%endrep
