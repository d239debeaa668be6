; SPDX-License-Identifier: MIT
; Clocks of instructions that only a P55C has: RDPMC, the first x87 instruction after MMX, stores of
; MMX results. Nothing is measured if CPUID reports no MMX.
;
; The code is in a data section, since the kernel's code contains no instruction that a plain
; Pentium lacks.

%include "bench/choice/takes.inc"

CPUID_MMX   equ 1 << 23

section .data align=64
p55c:
    CYCLES_ENTER
    mov eax, cs
    test al, 3
    jnz .done
    mov eax, 1
    cpuid
    mov ebx, esi
    test edx, CPUID_MMX
    jz .done
    xor ecx, ecx
    TAKES "rdpmc", 1, {rdpmc}
; DIV, 41 clocks, hides the prefixes of the two instructions after it. PXOR, EMMS and FNOP take 1.
    mov ecx, 1
    xor edx, edx
    TAKES "x87_behind_mmx", 1, {div ecx}, {pxor mm0, mm0}, {emms}, {fnop}
    TAKES "store_of_mmx_result", 1, {div ecx}, {paddb mm0, mm1}, {movq [ebx], mm0}
    TAKES "store_of_another", 1, {div ecx}, {paddb mm0, mm1}, {movq [ebx], mm2}
    emms
    fninit
.done:
    CYCLES_LEAVE

section .text
FINDINGS
BENCHMARK "RDPMC and MMX next to x87, only on the P55C", p55c
