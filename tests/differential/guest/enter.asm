; SPDX-License-Identifier: MIT
; Enters a case and returns from it. Every case ends in an exception or interrupt, mostly in the
; INT3 that fills the code pages. The handlers can rely on little, since the case chooses DS, ES,
; FS, GS and, in ring 0, SS and ESP.

bits 32

extern entry, final, task_interrupted

KERNEL_CODE   equ 08h
KERNEL_DATA   equ 10h
EFLAGS_VM     equ 1 << 17
FILLER        equ 5AFE5AFEh
FILLER_DWORDS equ 16                    ; more than any frame and the four pushes of a handler

; Offsets in struct entry_image and struct final_state of case.h.
struc image
.segments:  resd 4
.registers: resd 8
.eip:       resd 1
.cs:        resd 1
.eflags:    resd 1
.esp:       resd 1
.ss:        resd 1
endstruc
struc state
.edi:    resd 1
.esi:    resd 1
.ebp:    resd 1
.esp:    resd 1
.ebx:    resd 1
.edx:    resd 1
.ecx:    resd 1
.eax:    resd 1
.eip:    resd 1
.cs:     resd 1
.eflags: resd 1
.ss:     resd 1
.es:     resd 1
.ds:     resd 1
.fs:     resd 1
.gs:     resd 1
.vector: resd 1
.error:  resd 1
endstruc

section .text

; void enter_case(uint32_t inner): runs `entry`, and returns with `final` filled in.
; IN  inner: nonzero if the case stays in ring 0; its IRET frame is then already below its ESP,
;     and entry.esp points to the frame.
global enter_case
enter_case:
    pusha
    mov [kernel_esp], esp
    cmp dword [esp + 32 + 4], 0
    mov esp, entry + image.segments
    pop gs
    pop fs
    pop es
    jne .inner
    pop ds
    popa
    iretd
.inner:
    pop ds
    popa
    lss esp, [ss:entry + image.esp]
    iretd

; ---- handlers of all vectors, reached through 32-bit gates --------------------------------------

; Vectors for which the processor pushes an error code (Pentium manual volume 3, "Error Code").
%define HAS_ERROR_CODE(v) ((v) = 8 || ((v) >= 10 && (v) <= 14) || (v) = 17)

%assign vector 0
%rep 256
handler_ %+ vector:
%if HAS_ERROR_CODE(vector) = 0
    push dword 0
%endif
    push dword vector
    jmp capture
%assign vector vector + 1
%endrep

; POP moves the frame from the current stack to `final`. It uses only SP if the stack is a 16-bit
; one, which an address with ESP would not do.
capture:
    push ds
    push eax
    mov ax, KERNEL_DATA
    mov ds, ax
    pop dword [final + state.eax]
    pop dword [final + state.ds]
    pop dword [final + state.vector]
    pop dword [final + state.error]
    pop dword [final + state.eip]
    pop dword [final + state.cs]
    pop dword [final + state.eflags]
    mov [final + state.es], es
    mov [final + state.fs], fs
    mov [final + state.gs], gs
    test dword [final + state.eflags], EFLAGS_VM
    jnz .virtual_8086
    test byte [final + state.cs], 3
    jnz .outer
    mov [final + state.ss], ss
    mov [final + state.esp], esp
    jmp .registers
.virtual_8086:
    pop dword [final + state.esp]
    pop dword [final + state.ss]
    pop dword [final + state.es]
    pop dword [final + state.ds]
    pop dword [final + state.fs]
    pop dword [final + state.gs]
    jmp .registers
.outer:
    pop dword [final + state.esp]
    pop dword [final + state.ss]
.registers:
    ; The frame is not part of the result, since it holds undefined flags; this overwrites it.
%rep FILLER_DWORDS
    push dword FILLER
%endrep
    mov [final + state.ebx], ebx
    mov [final + state.ecx], ecx
    mov [final + state.edx], edx
    mov [final + state.esi], esi
    mov [final + state.edi], edi
    mov [final + state.ebp], ebp
leave_case:
    mov ax, KERNEL_DATA
    mov ss, ax
    mov esp, [kernel_esp]
    mov es, ax
    mov fs, ax
    mov gs, ax
    push dword 2
    popfd
    popa
    ret

; ---- the same through 16-bit gates: IP, CS, FLAGS, SP, SS and error codes are words --------------

%assign vector 0
%rep 256
handler16_ %+ vector:
%if HAS_ERROR_CODE(vector) = 0
    push word 0
%endif
    push word vector
    jmp capture16
%assign vector vector + 1
%endrep

capture16:
    push ds
    push eax
    mov ax, KERNEL_DATA
    mov ds, ax
    pop dword [final + state.eax]
    pop dword [final + state.ds]
    pop word [final + state.vector]
    pop word [final + state.error]
    pop word [final + state.eip]
    pop word [final + state.cs]
    pop word [final + state.eflags]
    or dword [final + state.vector], 16 << 16   ; marks a 16-bit gate in the log
    jmp KERNEL_CODE:.flat               ; CS was the 16-bit gate's, with the image as base
.flat:
    mov [final + state.es], es
    mov [final + state.fs], fs
    mov [final + state.gs], gs
    test byte [final + state.cs], 3
    jnz .outer
    mov [final + state.ss], ss
    mov [final + state.esp], esp
    jmp capture.registers
.outer:
    pop word [final + state.esp]
    pop word [final + state.ss]
    jmp capture.registers

; ---- double faults and, in some cases, #TS are handled by tasks, on stacks known to be good ------
; The state of the case is in the TSS that it was switched away from; world.c reads it.

global double_fault, invalid_tss
double_fault:
    mov dword [final + state.vector], 8
    jmp task_entered
invalid_tss:
    mov dword [final + state.vector], 10
task_entered:
    pop dword [final + state.error]
    inc dword [task_interrupted]
    jmp leave_case

section .rodata
global handlers, handlers16
handlers:
%assign vector 0
%rep 256
    dd handler_ %+ vector
%assign vector vector + 1
%endrep
handlers16:
%assign vector 0
%rep 256
    dd handler16_ %+ vector
%assign vector vector + 1
%endrep

section .bss
alignb 4
kernel_esp: resd 1
