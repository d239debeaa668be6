; SPDX-License-Identifier: MIT
; Entry points of interrupts that only sampling uses, with the frame of boot/exception_stubs.asm.
; The time-stamp counter is read as soon as registers are saved and just before they are restored.
; The clocks outside are calibrated with a loop that leaves this code in the caches; a benchmark may
; displace it.

bits 32

extern interruption_at, trap_handle, sampler

SELECTOR_DATA       equ 0x10
VECTOR_TIMER        equ 0x20            ; VECTOR_LINES of boot/descriptors.h, line 0
VECTOR_LOCAL        equ 0x31            ; VECTOR_APIC of boot/descriptors.h
INTERRUPTION_UNTIMED equ 1              ; as in engine/sampler_state.h
LEFT                equ sampler + 0     ; sampler.left of engine/sampler_state.h

section .text align=32

global stub_timer, stub_apic
stub_timer:
    push dword 0
    push dword VECTOR_TIMER
    jmp sample_interrupt_entry
stub_apic:
    push dword 0
    push dword VECTOR_LOCAL
sample_interrupt_entry:
    pusha
    rdtsc
    push ds                             ; a benchmark may have left any values in them
    push es
    mov ecx, SELECTOR_DATA
    mov ds, ecx
    mov es, ecx
    cld
    lea ecx, [esp + 8]
    push edx
    push eax
    push ecx                            ; the frame's address
    call interruption_at
    add esp, 12
    cmp eax, INTERRUPTION_UNTIMED
    jb .not_ours
    je .leave
    rdtsc
    mov [LEFT], eax
    mov [LEFT + 4], edx
.leave:
    pop es
    pop ds
    popa
    add esp, 8                          ; vector and error code
    iret
.not_ours:
    lea eax, [esp + 8]
    push eax
    call trap_handle
    add esp, 4
    jmp .leave
