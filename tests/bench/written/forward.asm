; SPDX-License-Identifier: MIT
; Writes counters by WRMSR. Counters 0 and 1 are the processor's: 12h and 13h on a P5, C1h and C2h
; on a P6, C0010004h and C0010005h on a K7, and 30Ch and 30Dh on a Pentium 4, whose counters 12 and
; 13 count what retires.

%include "bench/bench.inc"

FAMILY      equ 0x0F00
FAMILY_5    equ 0x0500
FAMILY_6    equ 0x0600
AMD         equ "Auth"
MSR_P5      equ 0x12
MSR_P6      equ 0xC1
MSR_K7      equ 0xC0010004
MSR_P4      equ 0x30C

section .text
forward:
    push ebx
    call first_counter                  ; EDI
    REGION_BEGIN 0                      ; adds 1000 to counter 1
    lea ecx, [edi + 1]
    rdmsr
    add eax, 1000
    wrmsr
    REGION_END 0
    REGION_BEGIN 1                      ; sets counter 0 to a value that it has had since the begin
    mov ecx, edi
    rdmsr
    times 50 nop
    wrmsr
    REGION_END 1
    REGION_BEGIN 2                      ; reads both, writes neither
    rdmsr
    lea ecx, [edi + 1]
    rdmsr
    REGION_END 2
    lea ecx, [edi + 1]                  ; outside all regions
    xor eax, eax
    xor edx, edx
    wrmsr
    REGION_BEGIN 3
    nop
    REGION_END 3
    pop ebx
    ret

; OUT: EDI, the number of counter 0.  CHANGES: EAX, EBX, ECX, EDX.
first_counter:
    xor eax, eax
    cpuid
    mov edi, MSR_K7
    cmp ebx, AMD
    je .out
    mov eax, 1
    cpuid
    and eax, FAMILY
    mov edi, MSR_P5
    cmp eax, FAMILY_5
    je .out
    mov edi, MSR_P6
    cmp eax, FAMILY_6
    je .out
    mov edi, MSR_P4
.out:
    ret

BENCHMARK "writes counters in two of its regions", forward
