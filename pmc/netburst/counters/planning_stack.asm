; SPDX-License-Identifier: MIT
; A stack for assigning counters, which needs 4 KB. A plan may be missing when counters are
; started: before a run, on a stack of 256 bytes, or in an interrupt from ring 3, on one of 2 KB.

bits 32

STACK_BYTES equ 8192

section .bss
alignb 16
    resb STACK_BYTES
planning_stack_top:

section .text

; void netburst_planning_call(void (*plan)(void)): calls it on that stack. Interrupts are disabled,
; or none that starts counters is possible.
global netburst_planning_call
netburst_planning_call:
    push ebp
    mov ebp, esp
    mov eax, [ebp + 8]
    mov esp, planning_stack_top
    call eax
    mov esp, ebp
    pop ebp
    ret
