; SPDX-License-Identifier: MIT
; Region 2 inside region 1, entered three times, and region 3 overlapping the end of region 1.
;
; NOPs counted: region 2 has 3 x 5. Regions 1 and 3 also count the probes inside them. Flags and
; registers are loaded before the probes and compared after them: a change would reach the
; breakpoint. 8D5h are OF, SF, ZF, AF, PF and CF, the six arithmetic flags of EFLAGS.

%include "bench/bench.inc"

WORK "region=2 instructions_executed=15"

section .text
nested:
    push ebx
    push esi
    push edi
    push ebp
    mov ebp, 3
    REGION_BEGIN 1
.again:
    REGION_BEGIN 2
    times 5 nop
    REGION_END 2
    dec ebp
    jnz .again
    REGION_BEGIN 3
    REGION_END 1
    nop
    REGION_END 3

    push dword 0x8D5
    popf
    call .check
    push dword 0x002
    popf
    call .check
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret

; Compares all general registers and the flags before and after an empty region.
.check:
    mov eax, 1
    mov ecx, 2
    mov edx, 3
    mov ebx, 4
    mov esi, 5
    mov edi, 6
    mov ebp, esp
    pushf
    REGION_BEGIN 4
    REGION_END 4
    pushf
    lea eax, [eax - 1]                  ; all become 0 if nothing changed
    lea ecx, [ecx - 2]
    lea edx, [edx - 3]
    lea ebx, [ebx - 4]
    lea esi, [esi - 5]
    lea edi, [edi - 6]
    or eax, ecx
    or eax, edx
    or eax, ebx
    or eax, esi
    or eax, edi
    pop ecx
    pop edx
    xor ecx, edx                        ; flags before and after
    or eax, ecx
    sub ebp, esp
    or eax, ebp
    jz .same
    int3                                ; reported as a fault
.same:
    ret

BENCHMARK "nested, overlapping and repeated regions", nested
