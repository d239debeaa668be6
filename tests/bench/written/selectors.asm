; SPDX-License-Identifier: MIT
; Writes CESR of a P5: the selection as it was, another event for counter 1, the former one.

%include "bench/bench.inc"

MSR_CESR        equ 0x11
CESR_DEFINED    equ 0x03FF03FF
CTR1_EVENT      equ 1 << 16             ; the lowest bit of its event

section .text
selectors:
    mov ecx, MSR_CESR
    rdmsr
    and eax, CESR_DEFINED
    xor edx, edx
    REGION_BEGIN 0
    wrmsr
    REGION_END 0
    REGION_BEGIN 1
    xor eax, CTR1_EVENT
    wrmsr
    xor eax, CTR1_EVENT
    wrmsr
    REGION_END 1
    ret

BENCHMARK "writes the selection of events", selectors
