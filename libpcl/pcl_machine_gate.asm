; SPDX-License-Identifier: MIT
; The gate between the library and the kernel, for callers in any ring, on a stack of its own.

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

; IN: EAX, a struct machine_request. All registers and flags are kept.
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
