; SPDX-License-Identifier: MIT
; Programs that try to harm the kernel, one for each symbol that nasm defines: test_hostile.py has
; the list. Survivors end with status 42; status 9: a call succeeded although it must not.

bits 32

KERNEL      equ 0x00100000              ; the kernel's image
SURVIVED    equ 42
SUCCEEDED   equ 9

%macro CALL_LINUX 1-*
    mov eax, %1
%if %0 > 1
    mov ebx, %2
%endif
%if %0 > 2
    mov ecx, %3
%endif
%if %0 > 3
    mov edx, %4
%endif
%if %0 > 4
    mov esi, %5
%endif
    int 0x80
%endmacro

; IN: the negated error number that the call must have returned.
%macro EXPECT 1
    cmp eax, -(%1)
    jne succeeded
%endmacro

section .text
global _start
_start:
%ifdef wild_calls
    ; Each call with addresses and sizes that no program has.
    mov dword [random], 1
.round:
    mov ebp, 0
.number:
    bt [special], ebp
    jc .next
    push ebp
    call wild
    mov ebx, eax
    call wild
    mov ecx, eax
    call wild
    mov edx, eax
    call wild
    mov esi, eax
    call wild
    mov edi, eax
    mov eax, ebp
    call wild_ebp
    int 0x80
    pop ebp
.next:
    inc ebp
    cmp ebp, 460
    jb .number
    inc dword [rounds]
    cmp dword [rounds], 8
    jb .round
    CALL_LINUX 93, 1, 0                 ; removes the output
    CALL_LINUX 93, 2, 0
%elifdef alone
    mov dword [random], alone
.round:
    call wild
    mov ebx, eax
    call wild
    mov ecx, eax
    call wild
    mov edx, eax
    call wild
    mov esi, eax
    call wild
    mov edi, eax
    mov eax, alone
    int 0x80
    inc dword [rounds]
    cmp dword [rounds], 100
    jb .round
%elifdef kernel_pointers
    CALL_LINUX 4, 1, KERNEL, 4096       ; write() would show the kernel
    EXPECT 14
    CALL_LINUX 4, 1, 0xFFFFF000, 0x2000
    EXPECT 14
    CALL_LINUX 3, 0, KERNEL, 4096
    test eax, eax                       ; the input is empty: nothing is stored
    jg succeeded
    CALL_LINUX 122, KERNEL              ; uname()
    EXPECT 14
    CALL_LINUX 78, KERNEL, 0
    EXPECT 14
    CALL_LINUX 355, KERNEL, 64, 0       ; getrandom()
    EXPECT 14
    CALL_LINUX 5, KERNEL, 0, 0
    EXPECT 14
    CALL_LINUX 243, KERNEL              ; set_thread_area()
    EXPECT 14
    CALL_LINUX 174, 11, KERNEL, 0, 8    ; rt_sigaction()
    EXPECT 14
    CALL_LINUX 174, 11, 0, KERNEL, 8
    EXPECT 14
%elifdef recursion
again:
    call again
%elifdef frame
    sub esp, 0x10000000
    push eax
%elifdef kernel_write
    mov dword [KERNEL + 0x20], 0
%elifdef kernel_read
    mov eax, [KERNEL]
%elifdef kernel_jump
    mov eax, KERNEL + 0x11500
    jmp eax
%elifdef top_jump
    mov eax, 0xFFFFFFF0
    jmp eax
%elifdef screen
    mov byte [0xB8000], 'x'
%elifdef window
    mov dword [0x78000000], 1
%elifdef instruction
    xor eax, eax
    mov ecx, 0x10
    mov edx, 0x21
    instruction
%elifdef popf_all
    push dword 0xFFFFFFFF               ; all but VM and RF, which POPF leaves
    popf
    nop
%elifdef nested_task
    push dword 0x4002                   ; NT
    popf
    mov eax, 20
    int 0x80
    iret                                ; a return to a task that does not exist
%elifdef nested_exit
    push dword 0x4002
    popf
%elifdef alignment
    push dword 0x40002                  ; AC
    popf
    mov eax, [data + 1]
    mov eax, 20
    int 0x80
%elifdef no_segments
    xor eax, eax
    mov ds, eax
    mov es, eax
    mov eax, 20
    int 0x80
    mov eax, ss
    mov ds, eax
%elifdef no_stack
    xor esp, esp
    mov eax, 20
    int 0x80
    push eax
%elifdef kernels_stack
    mov esp, KERNEL + 0x10000
    mov eax, 20
    int 0x80
    push eax
%elifdef far_call
    call 0x08:KERNEL
%elifdef far_jump
    jmp 0x20:0
%elifdef interrupts
    ; Each INT n, with a handler that continues after it. 32h to 34h are the kernel's gates for
    ; benchmarks; 80h is a call.
    mov dword [action], handler
    mov dword [action + 4], 4 | 0x40000000      ; SA_SIGINFO, SA_NODEFER
    CALL_LINUX 174, 11, action, 0, 8
    CALL_LINUX 174, 5, action, 0, 8
    mov ebp, 0
.interrupt:
    cmp ebp, 0x33
    je .after
    mov eax, ebp
    mov [.number + 1], al
    mov ecx, 0xFFFF
    mov edx, -1
    mov eax, 20
.number:
    int 0
.after:
    inc ebp
    cmp ebp, 256
    jb .interrupt
    jmp survived
handler:
    mov eax, [esp + 12]                 ; the context; EIP is its register number 14
    mov dword [eax + 20 + 14 * 4], _start.after
    ret
%elifdef return_gate
    int 0x33
%elifdef counter_gate
    mov ecx, 0xFFFF
    int 0x32
%elifdef sigreturn
    mov esp, garbage + 1024
    mov eax, sigreturn
    int 0x80
%elifdef sigreturn_nowhere
    mov esp, KERNEL
    mov eax, sigreturn_nowhere
    int 0x80
%elifdef endless
    jmp $
%elifdef endless_calls
.again:
    mov eax, 20
    int 0x80
    jmp .again
%elifdef x87_pending
    fninit
    push dword 0x0360                   ; no exception is masked
    fldcw [esp]
    fldz
    fld1
    fdiv st0, st1                       ; waits for the next instruction of the x87
%elifdef handler_in_kernel
    mov dword [action], KERNEL
    CALL_LINUX 174, 11, action, 0, 8
    ud2
    mov dword [0], 0
%elifdef handler_without_stack
    mov dword [action], again
    CALL_LINUX 174, 11, action, 0, 8
    xor esp, esp
again:
    mov dword [0], 0
%elifdef map_everything
    CALL_LINUX 192, KERNEL, 0x1000, 3, 0x32     ; mmap2(), MAP_FIXED: over the kernel
    cmp eax, KERNEL
    je succeeded
    CALL_LINUX 192, 0x78000000, 0x10000, 3, 0x32
    CALL_LINUX 192, 0, 0xB0000000, 3, 0x22
    CALL_LINUX 45, 0xBF000000
    CALL_LINUX 163, data, 0x1000, 0x80000000, 1
    CALL_LINUX 125, KERNEL, 0x1000, 7
    test eax, eax
    je succeeded
    CALL_LINUX 91, KERNEL, 0x1000
    mov dword [KERNEL], 0
%elifdef unmap_everything
    CALL_LINUX 91, 0, 0xC0000000
    CALL_LINUX 91, 0x08048000, 0xB0000000
%elifdef protect_everything
    CALL_LINUX 125, 0x08048000, 0x10000, 0
%elifdef sparse_output
    CALL_LINUX 93, 1, 0x7FFFFFFF        ; ftruncate()
%elifdef fill_memory
.more:
    CALL_LINUX 192, 0, 0x100000, 3, 0x22
    cmp eax, -4096
    jb .more
.write:
    CALL_LINUX 4, 1, _start, 4096
    cmp eax, 4096
    je .write
%elifdef thread_area
    mov edi, 0
.area:
    mov dword [area], 12
    mov dword [area + 4], 0
    mov dword [area + 8], 0xFFFFF
    mov [area + 12], edi                ; each combination of flags
    CALL_LINUX 243, area
    inc edi
    cmp edi, 128
    jb .area
    mov dword [area], 12
    mov dword [area + 12], 0x51         ; 32 bits, 4 KB units, usable
    CALL_LINUX 243, area
    mov eax, [area]
    lea eax, [eax * 8 + 3]
    mov gs, eax
    mov dword [gs:KERNEL], 0            ; a segment from 0 on: paging protects the kernel
%elifdef area_in_use
    ; The segment of GS disappears while it is loaded.
    mov dword [area], 12
    mov dword [area + 8], 0xFFFFF
    mov dword [area + 12], 0x51
    CALL_LINUX 243, area
    mov eax, 12 * 8 + 3
    mov gs, eax
    mov fs, eax
    mov ds, eax
    mov es, eax
    mov dword [area + 4], 0
    mov dword [area + 8], 0
    mov dword [area + 12], 0x28         ; empty
    CALL_LINUX 243, area
    mov eax, 20
    int 0x80
    mov eax, [gs:data]
%endif
survived:
    mov eax, 1
    mov ebx, SURVIVED
    int 0x80
succeeded:
    mov eax, 1
    mov ebx, SUCCEEDED
    int 0x80

; OUT: EAX, an argument that no program passes.  CHANGES: flags.
wild:
    imul eax, [random], 1664525
    add eax, 1013904223
    mov [random], eax
    shr eax, 28
    mov eax, [values + eax * 4]
    ret

wild_ebp:
    push eax
    call wild
    mov ebp, eax
    pop eax
    ret

section .data
align 4
values:
    dd 0, 1, -1, 3, 0x7FFFFFFF, 0x80000000, KERNEL, KERNEL + 0x56200, 0xBFFFFFFC, 0xC0000000
    dd 0xFFFFFFFC, _start, data, data + 4094, 0x78000000, garbage
random:
    dd 1
rounds:
    dd 0
; Calls that end or replace the program, wait for ever, or change its memory: `alone` has them.
special:
%assign group 0
%rep 15
%assign bits 0
%assign number group * 32
%rep 32
%if number = 1 || number = 2 || number = 7 || number = 11 || number = 26
%assign bits bits | (1 << (number - group * 32))
%elif number = 29 || number = 37 || number = 45 || number = 72 || number = 82
%assign bits bits | (1 << (number - group * 32))
%elif number = 90 || number = 91 || number = 114 || number = 119 || number = 120
%assign bits bits | (1 << (number - group * 32))
%elif number = 125 || number = 142 || number = 162 || number = 163 || number = 168
%assign bits bits | (1 << (number - group * 32))
%elif number = 173 || number = 177 || number = 179 || number = 190 || number = 192
%assign bits bits | (1 << (number - group * 32))
%elif number = 238 || number = 240 || number = 252 || number = 267 || number = 270
%assign bits bits | (1 << (number - group * 32))
%elif number = 284 || number = 308 || number = 309 || number = 358 || number = 42
%assign bits bits | (1 << (number - group * 32))
%elif number = 331 || number = 407 || number = 413 || number = 414 || number = 422
%assign bits bits | (1 << (number - group * 32))
%elif number = 435
%assign bits bits | (1 << (number - group * 32))
%endif
%assign number number + 1
%endrep
    dd bits
%assign group group + 1
%endrep
action:
    dd 0, 0, 0, 0, 0
area:
    dd 0, 0, 0, 0
align 4096
data:
    times 4096 db 0
garbage:
%assign byte 0x5A
%rep 2048
    db byte
%assign byte (byte * 5 + 0x3B) & 0xFF
%endrep
