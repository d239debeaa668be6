; SPDX-License-Identifier: MIT
; Runs a routine contained: its caller regains control, no matter what state the routine leaves.

bits 32

SELECTOR_DATA       equ 0x10
SELECTOR_USER_CODE  equ 0x28 | 3
SELECTOR_USER_DATA  equ 0x30 | 3
FLAGS_CLEAN         equ 1 << 1          ; the reserved bit; interrupts disabled
FLAGS_INTERRUPTS    equ 1 << 9          ; IF
MSR_P5_CESR         equ 0x11            ; CTR0 is 12h
MSR_P5_CTR1         equ 0x13

section .bss
align 4
global contain_callers_stack
contain_callers_stack:
    resd 1                              ; contain_run()'s stack; 0 while no routine runs

section .data
align 4
routine_flags:
    dd FLAGS_CLEAN                      ; EFLAGS at the call of the routine

section .text align=64                 ; aligned because of the BTB: kernel/measure/repetition.c

; void contain_interruptible(bool yes): sets whether routines run with interrupts enabled.
global contain_interruptible
contain_interruptible:
    mov eax, FLAGS_CLEAN
    cmp byte [esp + 4], 0
    je .set
    or eax, FLAGS_INTERRUPTS
.set:
    mov [routine_flags], eax
    ret

; bool contain_active(void): reports whether a contained routine is running.
global contain_active
contain_active:
    mov eax, [contain_callers_stack]
    test eax, eax
    setnz al
    movzx eax, al
    ret

; int contain_run(void (*routine)(void), void *stack_top, int user)
; Calls the routine on the given stack, in ring 3 if `user`. Returns 0 if the routine returned, 1 if
; contain_abandon() ended it.
global contain_run
contain_run:
    pusha
    mov [contain_callers_stack], esp
    mov eax, [esp + 32 + 4]             ; routine
    mov ecx, [esp + 32 + 8]             ; stack_top
    cmp dword [esp + 32 + 12], 0        ; user
    jne .user
    mov esp, ecx
    push dword [routine_flags]
    popf
    call eax
    jmp contain_returned
.user:
    mov edx, SELECTOR_USER_DATA
    mov ds, edx
    mov es, edx
    mov fs, edx
    mov gs, edx
    push edx                            ; SS, ESP, EFLAGS, CS, EIP for IRET
    push ecx
    push dword [ss:routine_flags]
    push dword SELECTOR_USER_CODE
    push dword contain_user_entry
    iret

; A routine in ring 0 returns here; a routine in ring 3 enters here through a gate.
global contain_returned
contain_returned:
    xor ecx, ecx
    jmp leave_routine

; noreturn void contain_abandon(void): ends the routine from a trap handler, on any stack.
global contain_abandon
contain_abandon:
    mov ecx, 1

; IN: ECX, the result of contain_run(). Flags and segment registers may hold any value.
leave_routine:
    mov edx, SELECTOR_DATA
    mov ss, edx
    mov esp, [ss:contain_callers_stack]
    mov ds, edx
    mov es, edx
    mov fs, edx
    mov gs, edx
    push dword FLAGS_CLEAN
    popf
    mov dword [contain_callers_stack], 0
    mov [esp + 28], ecx                 ; EAX of the PUSHA
    popa
    ret

; The probes' gate: executes RDMSR in ring 0 on behalf of ring 3.
; IN: ECX.  OUT: EDX:EAX.
global contain_read_counter
contain_read_counter:
    rdmsr
    iret

; libp5mon's gate: executes WRMSR on behalf of ring 3, only for CESR and the two counters; any other
; register number is ignored.
; IN: ECX, EDX:EAX.
global contain_write_counter
contain_write_counter:
    cmp ecx, MSR_P5_CESR
    jb .done
    cmp ecx, MSR_P5_CTR1
    ja .done
    wrmsr
.done:
    iret

; Is in pages that ring 3 may execute. IN: EAX, the routine.
section .user_text progbits alloc exec nowrite align=16
contain_user_entry:
    call eax
    int 0x33                            ; VECTOR_RETURN of kernel/lib/vectors.h
