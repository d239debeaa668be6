; SPDX-License-Identifier: MIT
; The gate from the library to the kernel, for callers in any ring. It uses a separate stack, with
; a page below it that the kernel unmaps. Assigning counters of a Pentium 4 uses 6 KB of it.

bits 32

SELECTOR_DATA   equ 0x10
STACK_BYTES     equ 16384
PAGE_BYTES      equ 4096

extern pcl_machine_serve

section .bss align=4096
global pcl_machine_guard
pcl_machine_guard:
    resb PAGE_BYTES
    resb STACK_BYTES
pcl_gate_stack_top:
pcl_gate_callers_esp:
    resd 1

section .text

; IN: EAX, address of a struct pcl_machine_request. All registers and flags are preserved.
global pcl_machine_gate
pcl_machine_gate:
    pusha
    push ds
    push es
    mov edx, SELECTOR_DATA
    mov ds, edx
    mov es, edx
    mov [pcl_gate_callers_esp], esp
    mov esp, pcl_gate_stack_top
    push eax
    cld
    call pcl_machine_serve
    mov esp, [pcl_gate_callers_esp]
    pop es
    pop ds
    popa
    iret
