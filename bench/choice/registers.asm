; SPDX-License-Identifier: MIT
; Clocks to read and write the counters and CESR, and to read the time-stamp counter in both rings.
;
; CESR is restored without undefined bits, and so is the counter, one that does not count clocks
; (bit 8 of CESR: CTR0 does). On processors other than Intel's family 5 only RDTSC is measured.

%include "bench/choice/takes.inc"

MSR_CESR            equ 0x11
MSR_CTR0            equ 0x12
CESR_DEFINED        equ 0x03FF03FF
CESR_CTR0_CLOCKS    equ 0x100
COUNTER_HIGH_BITS   equ 0xFF
GENUINE_INTEL       equ "Genu"
FAMILY              equ 0x0F00
FAMILY_5            equ 0x0500

section .text align=32
registers:
    CYCLES_ENTER
    mov eax, cs
    test al, 3
    jnz .ring_3
    TAKES "rdtsc", 1, {rdtsc}
    call is_p5
    jne .done
    mov ecx, MSR_CESR
    TAKES "rdmsr", 1, {rdmsr}
    rdmsr
    and eax, CESR_DEFINED
    xor edx, edx
    TAKES "wrmsr", 1, {wrmsr}
    mov ecx, MSR_CTR0
    test eax, CESR_CTR0_CLOCKS
    jz .idle
    inc ecx
.idle:
    TAKES "rdmsr_counter", 1, {rdmsr}
    rdmsr
    and edx, COUNTER_HIGH_BITS
    TAKES "wrmsr_counter", 1, {wrmsr}
    jmp .done
.ring_3:
    TAKES "rdtsc_user", 1, {rdtsc}
.done:
    CYCLES_LEAVE

; OUT: ZF set on an Intel processor of family 5.  CHANGES: EAX, ECX, EDX.
is_p5:
    xor eax, eax
    cpuid
    cmp ebx, GENUINE_INTEL
    mov ebx, esi
    jne .out
    mov eax, 1
    cpuid
    mov ebx, esi
    and eax, FAMILY
    cmp eax, FAMILY_5
.out:
    ret

FINDINGS
BENCHMARK "clocks of reading and writing counters", registers
