; SPDX-License-Identifier: MIT
; Entry points for exceptions of ring 0 with paging=off: a frame larger than the stack's address
; wraps to the end of the 4 GB, which the stack's segment permits and where there is no memory. The
; processor pushes the exception there without a fault, and the handler would read other values
; back. These stubs continue on another stack.

bits 32

extern trap_handle, contain_abandon, exception_stubs, stub_watchdog

SELECTOR_CODE       equ 0x08            ; as in boot/descriptors.h
SELECTOR_DATA       equ 0x10
VECTOR_STACK_FAULT  equ 12
VECTOR_WATCHDOG     equ 0x28
EXCEPTIONS          equ 32
ERROR_CODES         equ 0x27D00         ; vectors 8, 10 to 14, 17 (Intel SDM volume 3, table 6-1)
STACK_BYTES         equ 2048

; In CS: the struct trap_frame has ESP and SS, as on entry from an outer ring.
FRAME_HAS_ESP       equ 1

; Offsets in struct trap_frame, and its size.
FRAME_VECTOR        equ 32
FRAME_ERROR         equ 36
FRAME_EIP           equ 40
FRAME_CS            equ 44
FRAME_EFLAGS        equ 48
FRAME_ESP           equ 52
FRAME_BYTES         equ 60

; Above the start of the benchmarks' stack, so that its segment permits the access.
section .bss
align 4
interrupted_esp:    resd 1
interrupted_vector: resd 1
                    resb STACK_BYTES
handler_stack_top:

section .text align=16

; No memory is in the upper 2 GB (kernel/machine/paging.c), so an ESP there has wrapped. DS may hold
; any value. CS is readable.
; IN: label; vector; where other exceptions continue.
%macro WRAPPED_STUB 3
%1:
    test esp, esp
    js %%wrapped
    jmp %3
%%wrapped:
    mov dword [ss:interrupted_vector], %2
    jmp wrapped_exception
%endmacro

%assign vector 0
%rep EXCEPTIONS
    WRAPPED_STUB wrapped_stub_ %+ vector, vector, [cs:exception_stubs + 4 * vector]
%assign vector vector + 1
%endrep
global wrapped_stub_watchdog
    WRAPPED_STUB wrapped_stub_watchdog, VECTOR_WATCHDOG, stub_watchdog

; Calls trap_handle(), which ends the routine. If it returns, after an interrupt that ends nothing,
; the routine cannot continue either, and is ended by a stack fault.
wrapped_exception:
    mov [ss:interrupted_esp], esp
    mov esp, handler_stack_top - (FRAME_BYTES - FRAME_VECTOR)
    pusha
    mov eax, SELECTOR_DATA
    mov ds, eax
    mov es, eax
    mov ss, eax
    cld
    mov ebx, [interrupted_esp]
    and ebx, -4                         ; no access beyond the 4 GB
    mov ecx, [interrupted_vector]
    xor edx, edx
    cmp ecx, EXCEPTIONS
    jae .no_error_code
    mov eax, ERROR_CODES
    bt eax, ecx
    jnc .no_error_code
    mov edx, [ebx]
    add ebx, 4
.no_error_code:
    mov [esp + FRAME_ERROR], edx
    mov edi, [ebx]                      ; EIP: as it is read there
    add ebx, 12                         ; ESP before EFLAGS, CS and EIP
.handle:
    mov [esp + FRAME_VECTOR], ecx
    mov [esp + FRAME_EIP], edi
    mov dword [esp + FRAME_CS], SELECTOR_CODE | FRAME_HAS_ESP
    mov dword [esp + FRAME_EFLAGS], 0
    mov [esp + FRAME_ESP], ebx
    mov esi, esp
    push esi
    call trap_handle
    add esp, 4
    pushf                               ; the processor accepts the next NMI after an IRET
    push cs
    push dword .interrupt_ended
    iret
.interrupt_ended:
    cmp dword [esp + FRAME_EIP], contain_abandon
    je contain_abandon                  ; by an NMI, of the watchdog
    mov ecx, VECTOR_STACK_FAULT
    jmp .handle

section .rodata
global wrapped_stubs
wrapped_stubs:
%assign vector 0
%rep EXCEPTIONS
    dd wrapped_stub_ %+ vector
%assign vector vector + 1
%endrep
