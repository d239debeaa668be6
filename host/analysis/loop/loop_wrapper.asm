; SPDX-License-Identifier: MIT
; Runs code for `bareprobe explain`: a multiboot kernel, to which the host appends the code. It runs
; the code `passes` times with the same arguments and registers; the first pass brings code and data
; into the caches. The code ends with RET, or jumps to the return address. The host reads and writes
; the facts below. With `trials` each pass has other data, flags and x87 registers, and its result
; is printed. EXCEPTION + vector at port F4h reports an exception.
; LOW_BUFFER: buffer and stack are below 64 KB, for 16-bit addresses.

bits 32
org 0x100000

EXCEPTION   equ 0x40
BUFFER_SIZE equ 8192
BUFFER_USED equ 7168                    ; the registers' places; the rest of a way is the stack's
STACK_SIZE  equ 1024
X87_SIZE    equ 108
PORT_EXIT   equ 0xf4
PORT_COM1   equ 0x3f8
CODE_SEGMENT equ 0x08
SYSTEM_CALL equ 0x80
IDT_GATES   equ SYSTEM_CALL + 1
CPUID_SSE   equ 1 << 25
CR4_SSE     equ 0x600
ARGUMENTS   equ 16                      ; dwords above the return address

%macro SET_REGISTERS 0                  ; 5 bytes each; the host writes the values
    mov eax, strict dword 0
    mov ecx, strict dword 0
    mov edx, strict dword 0
    mov ebx, strict dword 0
    mov ebp, strict dword 0
    mov esi, strict dword 0
    mov edi, strict dword 0
%endmacro

; Reads ECX lines from ESI.  CHANGES: EAX, ECX, ESI.
%macro TOUCH_LINES 0
%%line:
    mov eax, [esi]
    add esi, 32
    dec ecx
    jnz %%line
%endmacro

header:
    dd 0x1badb002, 0x00010000, -(0x1badb002 + 0x00010000)
    dd header, header, 0, 0, wrapper_start ; the host sets the ends of the image and of its memory

; Facts for the host, 32 bytes after the header's beginning.
facts:
    dd buffer, wrapper_registers
counter: dd 0                           ; MSR of an event selector; 0: no counting
select: dd 0                            ; value for the selector
count: dd 0                             ; MSR of the counter
passes: dd -1
stack_touched: dd 0                     ; the loop uses the stack, which is then in the cache too
trials: dd 0
    dd wrapper_arguments, wrapper_entry, wrapper_after_loop, wrapper_calls, wrapper_calls_end
data: dd 0                              ; the code's own data, which are in the cache too
data_lines: dd 0
    dd stack_middle - 4 * (ARGUMENTS + 1) ; ESP at the code's beginning
limit: dd buffer + 32                   ; value of symbols in the buffer

align 8
gdt:
    dq 0, 0x00cf9b000000ffff, 0x00cf93000000ffff
gdt_pointer:
    dw $ - gdt - 1
    dd gdt
idt_pointer:
    dw IDT_GATES * 8 - 1
    dd idt

wrapper_start:
    lgdt [gdt_pointer]
    jmp CODE_SEGMENT:.reload
.reload:
    mov edi, idt
    mov eax, fault_0
.idt_gate:
    mov [edi], ax
    mov word [edi + 2], CODE_SEGMENT
    mov dword [edi + 4], 0x8e00
    mov ecx, eax
    shr ecx, 16
    mov [edi + 6], cx
    add eax, fault_1 - fault_0
    add edi, 8
    cmp edi, idt + 32 * 8
    jb .idt_gate
    mov eax, wrapper_after_loop         ; a system call ends the code
    mov edi, idt + SYSTEM_CALL * 8
    mov [edi], ax
    mov word [edi + 2], CODE_SEGMENT
    mov dword [edi + 4], 0x8e00
    shr eax, 16
    mov [edi + 6], ax
    lidt [idt_pointer]
    mov eax, 1                          ; SSE needs CR4.OSFXSR and OSXMMEXCPT (SDM vol. 3, 2.5)
    cpuid
    test edx, CPUID_SSE
    jz wrapper_pass
    mov eax, cr4
    or eax, CR4_SSE
    mov cr4, eax

; No data of the wrapper are read after the buffer: they would displace a line of it.
wrapper_pass:
    mov esp, stack_middle
    cld
    fninit
    mov ebp, [trials]
    test ebp, ebp
    jnz .trial
    call wrapper_fill_buffer            ; the code may have changed it in the last pass
    fld1
    fld1
    fld1
    fld1
    jmp .count
.trial:
    call wrapper_fill_trial
    fild dword [trial_numbers]
    fild dword [trial_numbers + 4]
    fild dword [trial_numbers + 8]
    fild dword [trial_numbers + 12]
.count:
    mov ebx, [stack_touched]
    mov ecx, [counter]
    jecxz .touch_buffer
    mov eax, [select]
    xor edx, edx
    wrmsr
    mov ecx, [count]
    rdmsr
    mov [wrapper_counted], eax
.touch_buffer:
    mov edi, [data]
    mov edx, [data_lines]
    mov esi, buffer + BUFFER_USED       ; first what the stack displaces
    mov ecx, (BUFFER_SIZE - BUFFER_USED) / 32
    TOUCH_LINES
    mov esi, buffer
    mov ecx, BUFFER_USED / 32
    TOUCH_LINES
    mov esi, edi
    mov ecx, edx
    jecxz .touch_stack
    TOUCH_LINES
.touch_stack:
    mov ecx, ebx
    jecxz .set_flags
    mov esi, stack_middle - STACK_SIZE / 2
    mov ecx, STACK_SIZE / 32
    TOUCH_LINES
.set_flags:
wrapper_arguments:                      ; 5 bytes each, the last argument first
%rep ARGUMENTS
    push strict dword 0
%endrep
    push wrapper_after_loop
    mov ecx, ebp
    jecxz wrapper_registers
    mov eax, [passes]
    and eax, 1
    neg eax
    and eax, 0x8d5                      ; all status flags in one pass, none in the other
    push eax
    popf
wrapper_registers:
    SET_REGISTERS
wrapper_entry:
    jmp near wrapper_called             ; the host writes the code's address

; Calls a function that has no loop in a loop; the host writes the function's address and the
; register that counts.
wrapper_called:
    add esp, 4                          ; CALL pushes the return address below the arguments
    align 32
wrapper_calls:
    call near wrapper_calls
    dec ecx
    jnz wrapper_calls
wrapper_calls_end:

wrapper_after_loop:
    mov esp, results_end
    pusha
    pushf
    cld
    mov ecx, [trials]
    jecxz .measured
    call wrapper_print_result
    jmp .next_pass
.measured:
    mov ecx, [counter]
    jecxz .next_pass
    mov ecx, [count]
    rdmsr
    sub eax, [wrapper_counted]
    mov [wrapper_counted], eax
.next_pass:
    dec dword [passes]
    jnz near wrapper_pass
    mov ebx, [wrapper_counted]
    call wrapper_print
    xor eax, eax
    out PORT_EXIT, al
    hlt

; Each dword of the buffer points to its second line; ends of strings, and limits where symbols are
; placed.  CHANGES: EAX, ECX, EDI.
wrapper_fill_buffer:
    mov edi, buffer
    mov eax, buffer + 32
    mov ecx, BUFFER_SIZE / 4
    rep stosd
    mov edi, buffer + 2 * 1024 - 4
    mov ecx, BUFFER_USED / 1024 - 1
    mov eax, [limit]
.end_string:
    and dword [edi], 0
    mov [edi - 252], eax
    add edi, 1024
    dec ecx
    jnz .end_string
    ret

; Fills the memory around the buffer with dwords that all differ: pointers into it before the last
; pass, numbers before the others.  CHANGES: EAX, EBX, ECX, EDX, EDI.
wrapper_fill_trial:
    mov edi, buffer - BUFFER_SIZE / 2
    mov ebx, 0x1234567
    mov ecx, 2 * BUFFER_SIZE / 4
.dword:
    imul eax, ebx, 0x9e3779b1           ; a bijection
    mov edx, eax
    shr edx, 15
    xor eax, edx
    cmp dword [passes], 1
    jne .store
    imul eax, ebx, 0x4e5                ; odd: another order of the places
    and eax, 2 * BUFFER_SIZE / 4 - 1
    lea eax, [eax * 4 + buffer - BUFFER_SIZE / 2]
.store:
    stosd
    inc ebx
    dec ecx
    jnz .dword
    ret

; Prints a sum of the registers, the x87 state and the memory around the buffer, and the flags.
; CHANGES: all.
wrapper_print_result:
    fnsave [x87_state]
    xor eax, eax
    mov [x87_state + 12], eax           ; the address of the last x87 instruction
    xor ebx, ebx
    mov esi, results_end - 32
    mov ecx, 8
    call wrapper_add_up
    mov esi, x87_state
    mov ecx, X87_SIZE / 4
    call wrapper_add_up
    mov esi, buffer - BUFFER_SIZE / 2
    mov ecx, 2 * BUFFER_SIZE / 4
    call wrapper_add_up
    call wrapper_print
    mov ebx, [results_end - 36]
    jmp wrapper_print

; Adds ECX dwords from ESI to EBX, which is rotated before each.  CHANGES: EBX, ECX, ESI.
wrapper_add_up:
    rol ebx, 5
    add ebx, [esi]
    add esi, 4
    dec ecx
    jnz wrapper_add_up
    ret

; Prints EBX as eight hexadecimal digits.  CHANGES: EAX, ECX, EDX.
wrapper_print:
    mov ecx, 8
    mov edx, PORT_COM1
.digit:
    rol ebx, 4
    mov eax, ebx
    and eax, 15
    mov al, [digits + eax]
    out dx, al
    dec ecx
    jnz .digit
    mov al, 10
    out dx, al
    ret

%assign vector 0
%rep 32
fault_ %+ vector:
    mov al, EXCEPTION + vector
    jmp near fault
%assign vector vector + 1
%endrep
fault:
    out PORT_EXIT, al
    hlt

digits: db "0123456789abcdef"
trial_numbers: dd 3, 70001, -977, 12345678

absolute 0x1008000
wrapper_counted: resd 1
alignb 8
idt: resq IDT_GATES
x87_state: resb X87_SIZE
resb 256
results_end:

; A line of the stack displaces none of the registers' places in a cache of 4 KB a way.
%ifdef LOW_BUFFER
stack_middle equ 0x6e00
buffer      equ 0x8000
%else
stack_middle equ 0x1011e00
buffer      equ 0x1013000               ; no byte of a pointer to it is 0; a pointer may decrease
%endif
