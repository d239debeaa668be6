; SPDX-License-Identifier: MIT
; Executes pieces of code in ring 3, each from a given state, and prints a hash of the result.
; Its module has the trials: the number of trials, then for each the offset of its code, which ends
; with INT 30h, and of its state (struct trial_state in trial_file.h). A line of output is eight
; digits for registers, x87 state and memory, a blank, and eight for EFLAGS; or x and the vector of
; an exception.
; The code's data segments are a buffer of 2 KB, so that a wild access faults.

bits 32
org 0x100000

PORT_EXIT   equ 0xf4
PORT_COM1   equ 0x3f8
KERNEL_CODE equ 0x08
KERNEL_DATA equ 0x10
USER_CODE   equ 0x18 | 3
USER_DATA   equ 0x20 | 3
TASK        equ 0x28
VECTOR_DONE equ 0x30

BUFFER      equ 0x60000
BUFFER_SIZE equ 2048
USER_STACK  equ 1024                    ; initial ESP: half of the buffer
STACK_TOP   equ 0x78000

struc trial_state
    .registers resd 8                   ; of POPA: EDI, ESI, EBP, -, EBX, EDX, ECX, EAX
    .flags     resd 1
    .seed      resd 1
    .x87       resb 108
    .size:
endstruc

header:
    dd 0x1badb002, 0x00010000, -(0x1badb002 + 0x00010000)
    dd header, header, image_end, memory_end, guest_start

align 8
gdt:
    dq 0, 0x00cf9b000000ffff, 0x00cf93000000ffff
    dq 0x00cffb000000ffff               ; code of ring 3: everything
    dq 0x0040f30000000000 | (BUFFER & 0xffff) << 16 | (BUFFER >> 16) << 32 | (BUFFER_SIZE - 1)
    dw 103
    dw (task_state - $$) & 0xffff        ; the image is below 110000h
    db 0x10, 0x89, 0, 0
gdt_pointer:
    dw $ - gdt - 1
    dd gdt
idt_pointer:
    dw 0x31 * 8 - 1
    dd idt

guest_start:
    mov esp, STACK_TOP
    mov eax, [ebx + 24]                 ; the multiboot information: the first module's beginning
    mov eax, [eax]
    mov [module], eax
    lgdt [gdt_pointer]
    jmp KERNEL_CODE:.reload
.reload:
    mov ax, KERNEL_DATA
    mov ds, ax
    mov es, ax
    mov ss, ax
    mov edi, idt
    mov eax, vector_0
    mov ecx, 0x31
.gate:
    mov [edi], ax
    mov word [edi + 2], KERNEL_CODE
    mov word [edi + 4], 0x8e00
    mov edx, eax
    shr edx, 16
    mov [edi + 6], dx
    add eax, vector_1 - vector_0
    add edi, 8
    dec ecx
    jnz .gate
    or word [idt + VECTOR_DONE * 8 + 4], 0x6000 ; ring 3 may use it
    lidt [idt_pointer]
    mov dword [task_state + 4], STACK_TOP
    mov dword [task_state + 8], KERNEL_DATA
    mov ax, TASK
    ltr ax
    mov eax, cr4
    or eax, 4                           ; RDTSC faults in ring 3
    mov cr4, eax
    mov eax, cr0
    and eax, ~0x0c                      ; no emulation, no task switch
    or eax, 0x22                        ; x87 errors are exceptions
    mov cr0, eax
    mov ebx, [module]
    mov eax, [ebx]
    mov [trials_left], eax
    add ebx, 4
    mov [trial], ebx

next_trial:
    mov esp, STACK_TOP
    dec dword [trials_left]
    js finished
    mov ebx, [trial]
    add dword [trial], 8
    mov esi, [ebx + 4]
    add esi, [module]                   ; the state
    mov ebp, [ebx]
    add ebp, [module]                   ; the code
    frstor [esi + trial_state.x87]
    mov edi, BUFFER
    mov ecx, BUFFER_SIZE / 4
    mov eax, [esi + trial_state.seed]
.fill:                                  ; a bijection of the seed and the place: all dwords differ
    mov edx, eax
    imul edx, edx, 0x9e3779b1
    mov ebx, edx
    shr ebx, 15
    xor edx, ebx
    imul edx, edx, 0x85ebca77
    mov [edi], edx
    inc eax
    add edi, 4
    dec ecx
    jnz .fill
    push USER_DATA
    push USER_STACK
    push dword [esi + trial_state.flags]
    push USER_CODE
    push ebp
    sub esp, 32
    mov edi, esp
    mov ecx, 8
    rep movsd
    popa
    push eax
    mov ax, USER_DATA
    mov ds, ax
    mov es, ax
    mov fs, ax
    mov gs, ax
    pop eax
    iret

; Each stub pushes its vector.
%assign number 0
%rep 0x31
vector_ %+ number:
    push byte number
    jmp near entered
%assign number number + 1
%endrep

; Stack: the vector, for some vectors an error code, then EIP, CS, EFLAGS, ESP, SS.
entered:
    push ds
    push eax
    mov ax, KERNEL_DATA
    mov ds, ax
    mov es, ax
    pop eax
    cmp dword [esp + 4], VECTOR_DONE
    jne faulted
    add esp, 8
    mov [saved + 28], eax
    mov [saved + 24], ecx
    mov [saved + 20], edx
    mov [saved + 16], ebx
    mov [saved + 8], ebp
    mov [saved + 4], esi
    mov [saved], edi
    mov eax, [esp + 12]
    mov [saved + 12], eax               ; ESP
    mov eax, [esp + 8]
    mov [saved_flags], eax
    cld
    fnsave [saved_x87]
    xor eax, eax
    mov [saved_x87 + 12], eax           ; the address of the last x87 instruction
    xor ebx, ebx
    mov esi, saved
    mov ecx, (saved_end - saved) / 4
    call hash
    mov esi, BUFFER
    mov ecx, BUFFER_SIZE / 4
    call hash
    call print_number
    mov al, ' '
    call print
    mov ebx, [saved_flags]
    call print_number
    jmp end_line

faulted:
    cld
    mov ebx, [esp + 4]
    fninit
    mov al, 'x'
    call print
    call print_number
end_line:
    mov al, 10
    call print
    jmp next_trial

finished:
    xor eax, eax
    out PORT_EXIT, al
    hlt

; Adds ECX dwords from ESI to EBX.  CHANGES: EAX, EBX, ECX, ESI.
hash:
    lodsd
    rol ebx, 5
    xor ebx, eax
    imul ebx, ebx, 0x9e3779b1
    dec ecx
    jnz hash
    ret

; Prints EBX as eight hexadecimal digits.  CHANGES: EAX, ECX, EDX.
print_number:
    mov ecx, 8
.digit:
    rol ebx, 4
    mov eax, ebx
    and eax, 15
    mov al, [digits + eax]
    call print
    dec ecx
    jnz .digit
    ret

; Prints AL.  CHANGES: EDX.
print:
    mov edx, PORT_COM1
    out dx, al
    ret

digits: db "0123456789abcdef"
align 4
task_state:
    times 25 dd 0
    dw 0, 104                           ; no port is allowed in ring 3
module: dd 0
trial: dd 0
trials_left: dd 0
saved: times 8 dd 0
saved_x87: times 27 dd 0
saved_end:
saved_flags: dd 0
align 8
idt: times 0x31 dq 0
image_end:
memory_end equ image_end
