; SPDX-License-Identifier: MIT
; The gate from the library to the kernel, for callers in any ring. It uses a separate stack.

bits 32

SELECTOR_DATA   equ 0x10
STACK_BYTES     equ 4096

extern machine_serve

section .bss
align 16
    resb STACK_BYTES
stack_top:
callers_esp:
    resd 1

section .text

; IN: EAX, address of a struct machine_request. All registers and flags are preserved.
global machine_gate
machine_gate:
    pusha
    push ds
    push es
    mov edx, SELECTOR_DATA
    mov ds, edx
    mov es, edx
    mov [callers_esp], esp
    mov esp, stack_top
    push eax
    cld
    call machine_serve
    mov esp, [callers_esp]
    pop es
    pop ds
    popa
    iret
