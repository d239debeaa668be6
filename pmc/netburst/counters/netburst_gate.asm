; SPDX-License-Identifier: MIT
; Interrupt gate through which a benchmark sets all counters of a Pentium 4 (netburst_service.h).

bits 32

SELECTOR_DATA equ 0x10

extern netburst_service_handle

section .text

; void netburst_service_stub(void): entered through an interrupt gate from ring 0 or 3. IN: ECX,
; struct netburst_request. All registers are preserved.
global netburst_service_stub
netburst_service_stub:
    pusha
    push ds
    push es
    mov edx, SELECTOR_DATA
    mov ds, edx
    mov es, edx
    cld
    push ecx
    call netburst_service_handle
    pop ecx
    pop es
    pop ds
    popa
    iret
