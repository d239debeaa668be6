; SPDX-License-Identifier: MIT
; Calls all 200 stubs and p5mon_asm_init with every flag clear and every flag set; prints the number
; of calls that preserved all eight registers and the flags.

%include "bench/bench.inc"

extern printf

FLAGS_CLEAR         equ 0x002
FLAGS_SET           equ 0xCD7           ; CF PF AF ZF SF DF OF; IF stays clear

section .rodata
good_text:
    db "%d calls kept registers and flags", 10, 0

section .data
targets:
    extern p5mon_asm_init
    dd p5mon_asm_init
%assign number 0
%rep 100
    extern p5mon_asm_begreg_%[number], p5mon_asm_endreg_%[number]
    dd p5mon_asm_begreg_%[number], p5mon_asm_endreg_%[number]
%assign number number + 1
%endrep
TARGETS             equ ($ - targets) / 4

section .bss
target:
    resd 1
expected:
    resd 9                              ; in the order of PUSHA, and EFLAGS
found:
    resd 9
good:
    resd 1

section .text
stub_registers:
    pusha
    mov dword [good], 0
    mov ebp, FLAGS_CLEAR
    call try_all
    mov ebp, FLAGS_SET
    call try_all
    push dword [good]
    push good_text
    call printf
    add esp, 8
    popa
    ret

; IN: EBP, the flags to call every target with.
try_all:
    xor esi, esi
.each:
    mov eax, [targets + esi * 4]
    mov [target], eax
    push esi
    push ebp
    call try
    pop ebp
    pop esi
    inc esi
    cmp esi, TARGETS
    jb .each
    ret

; IN: EBP, the flags to call [target] with.  OUT: [good] counts it if nothing changed.
try:
    mov edx, ebp
    mov eax, 0x11111111
    mov ecx, 0x22222222
    mov ebx, 0x33333333
    mov ebp, 0x44444444
    mov esi, 0x55555555
    mov edi, 0x66666666
    push edx
    popf
    pushf
    pusha
    call take_expected
    popa
    popf
    call [target]
    pushf
    pusha
    cld
    mov esi, esp
    mov edi, found
    mov ecx, 9
    rep movsd
    mov esi, expected
    mov edi, found
    mov ecx, 9
    repe cmpsd
    jne .changed
    inc dword [good]
.changed:
    popa
    add esp, 4
    cld
    ret

take_expected:
    cld
    lea esi, [esp + 4]
    mov edi, expected
    mov ecx, 9
    rep movsd
    ret

BENCHMARK "what libp5mon's stubs keep", stub_registers
