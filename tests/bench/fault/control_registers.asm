; SPDX-License-Identifier: MIT
; Returns with CR0.TS and CR0.EM set, which make every x87 instruction fault, the caches disabled
; (CR0.CD), branch prediction off (TR12) and an IDT of no length. Ring 0 may do so, to its own
; detriment; in ring 3 it is a general protection fault.

%include "bench/bench.inc"

CR0_EM   equ 1 << 2
CR0_TS   equ 1 << 3
CR0_CD   equ 1 << 30
MSR_TR12 equ 0x0E
TR12_NBP equ 1 << 0

section .text
control_registers:
    REGION_BEGIN 1
    mov eax, cr0
    or eax, CR0_CD | CR0_EM | CR0_TS
    mov cr0, eax
    REGION_END 1
    mov ecx, MSR_TR12
    rdmsr
    or eax, TR12_NBP
    wrmsr
    sub esp, 8
    mov dword [esp], 0
    mov dword [esp + 4], 0
    lidt [esp]
    add esp, 8
    ret

BENCHMARK "changes CR0, TR12 and IDTR", control_registers
