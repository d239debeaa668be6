; SPDX-License-Identifier: MIT
; Limits the stack of a contained routine by a segment, where pages do not: an expand-down segment
; that begins at the stack's start. Any access to SS below it is a fault.

bits 32

section .bss
align 4
global stack_limit_routine, stack_limit_selector
stack_limit_routine:    resd 1
stack_limit_selector:   resd 1

section .text align=16

; Called by contain_run(), which loads SS again after the routine.
global stack_limit_enter
stack_limit_enter:
    mov ss, [stack_limit_selector]
    jmp [stack_limit_routine]
