; SPDX-License-Identifier: MIT
; Running a routine so that whatever it does to the processor, its caller gets control back.

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
    resd 1                              ; contain_run()'s stack; 0 while it is not running

section .data
align 4
routine_flags:
    dd FLAGS_CLEAN                      ; EFLAGS when the routine is called

section .text align=64                 ; for the BTB: kernel/measure/repetition.c

; void contain_interruptible(bool yes): whether routines are called with interrupts enabled.
global contain_interruptible
contain_interruptible:
    mov eax, FLAGS_CLEAN
    cmp byte [esp + 4], 0
    je .set
    or eax, FLAGS_INTERRUPTS
.set:
    mov [routine_flags], eax
    ret

; bool contain_active(void): whether a contained routine is running.
global contain_active
contain_active:
    mov eax, [contain_callers_stack]
    test eax, eax
    setnz al
    movzx eax, al
    ret

; int contain_run(void (*routine)(void), void *stack_top, int user)
; Calls the routine on the given stack, in ring 3 if `user`. 0: it returned. 1: contain_abandon()
; ended it.
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

; The gate a routine in ring 3 comes back through, and where one in ring 0 returns to.
global contain_returned
contain_returned:
    xor ecx, ecx
    jmp leave_routine

; noreturn void contain_abandon(void): ends the routine from a trap handler, on whatever stack.
global contain_abandon
contain_abandon:
    mov ecx, 1

; IN: ECX, what contain_run() returns. Flags and segments may be anything.
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

; The probes' gate: what RDMSR gives in ring 0, on behalf of ring 3. IN: ECX.  OUT: EDX:EAX.
global contain_read_counter
contain_read_counter:
    rdmsr
    iret

; libp5mon's gate: WRMSR on behalf of ring 3, for CESR and the two counters alone; any other number
; does nothing. IN: ECX, EDX:EAX.
global contain_write_counter
contain_write_counter:
    cmp ecx, MSR_P5_CESR
    jb .done
    cmp ecx, MSR_P5_CTR1
    ja .done
    wrmsr
.done:
    iret

; In pages that ring 3 may execute. IN: EAX, the routine.
section .user_text progbits alloc exec nowrite align=16
contain_user_entry:
    call eax
    int 0x33                            ; VECTOR_RETURN of kernel/lib/vectors.h
