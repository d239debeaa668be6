; SPDX-License-Identifier: MIT
; What only a P55C has: RDPMC, the first x87 instruction behind MMX, stores of MMX results. Where
; CPUID tells of no MMX nothing is measured.
;
; All of it lies among data: the kernel's code holds nothing that a plain Pentium lacks.

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
; DIV, 41, hides the prefixes of the two behind it. PXOR, EMMS and FNOP take 1 each.
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
BENCHMARK "RDPMC and MMX beside x87, of the P55C alone", p55c
