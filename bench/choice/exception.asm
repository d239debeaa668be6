; SPDX-License-Identifier: MIT
; The cost of entering an exception handler: FNOP with CR0.EM set raises #NM, and the handler
; returns after it. The baseline makes the same frame with three pushes and returns the same way.
;
; The interrupt table is a copy of the kernel's with one other gate, loaded while ring 0 measures.

%include "bench/choice/takes.inc"

CR0_EM              equ 4
DEVICE_MISSING      equ 7       ; vector of #NM
INTERRUPT_GATE      equ 0x8E00
GATES               equ 256

%macro PUSH_AND_RETURN 0
    pushfd
    push cs
    push %%next
    iretd
%%next:
%endmacro

section .text align=32
exception:
    CYCLES_ENTER
    mov eax, cs
    test al, 3
    jnz .done
    call make_table
    lidt [ours]
    mov eax, cr0
    mov [cr0_before], eax
    or eax, CR0_EM
    mov cr0, eax
    TAKES "fault_and_return", 1, {fnop}
    mov eax, [cr0_before]
    mov cr0, eax
    lidt [before]
    TAKES "pushes_and_return", 1, {PUSH_AND_RETURN}
.done:
    CYCLES_LEAVE

    align 32
behind_fault:
    add dword [esp], 2  ; length of FNOP
    iretd

; CHANGES: EAX, ECX, EDX.
make_table:
    sidt [before]
    push esi
    push edi
    mov esi, [before + 2]
    mov edi, table
    movzx ecx, word [before]
    inc ecx
    cmp ecx, GATES * 8
    jbe .copy
    mov ecx, GATES * 8
.copy:
    rep movsb
    mov eax, behind_fault
    mov [table + DEVICE_MISSING * 8], ax
    mov [table + DEVICE_MISSING * 8 + 2], cs
    mov ax, INTERRUPT_GATE
    mov [table + DEVICE_MISSING * 8 + 4], eax
    mov ax, [before]
    mov [ours], ax
    mov dword [ours + 2], table
    pop edi
    pop esi
    ret

section .bss
    alignb 32
table:
    resb GATES * 8
before:
    resb 8
ours:
    resb 8
cr0_before:
    resd 1

section .text
FINDINGS
BENCHMARK "clocks from the exception to its handler", exception
