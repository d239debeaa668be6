; SPDX-License-Identifier: MIT
; The cost of branches that are not in the BTB, and the prediction of a backward branch that is not.

; A stretch of 4 KB has 21 to 32 branches for each set and is executed twice. No branch is in the
; BTB the second time, even if the replacement in a set of 4 is random: (3/4)^20 remain, one in 300.
; A stretch is called, and its return has another target each time; `nothing` is the last
; instruction of one. The region "returns" has its own stack of return addresses.

%include "bench/cycles.inc"
%include "bench/findings.inc"

JUMPS   equ 2048    ; of 2 bytes each
IN_V    equ 1365    ; of 3 bytes each, with NOP in U
NEVER   equ 64
RETURNS equ 1280    ; of one byte each
FREE    equ 64      ; dwords of that stack left free for interrupts

; IN: a region, its name, the start of the stretch.
%macro STRETCH 3
    mov ebx, %3
    call ebx
    REGION_BEGIN %1
    call ebx
    REGION_END %1
    REGION_NAME %1, %2
%endmacro

section .text align=32
branches:
    CYCLES_ENTER
    xor eax, eax        ; ZF is set, CF is clear
    STRETCH 0, "nothing", nothing
    STRETCH 1, "jumps", jumps
    FINDING "unknown_jump", 1, 0, JUMPS
    STRETCH 2, "taken in U", taken_in_u
    FINDING "unknown_taken_in_u", 2, 0, JUMPS
    STRETCH 3, "taken in V", taken_in_v
    FINDING "unknown_taken_in_v", 3, 0, IN_V

    STRETCH 6, "returns", returns
    FINDING "unknown_return", 6, 0, RETURNS

; Branches that are never taken do not enter the BTB: 64 of them to themselves, and to the next
; instruction.
    STRETCH 4, "backward, never taken", backward
    STRETCH 5, "forward, never taken", forward
    FINDING "unknown_backward", 4, 5, NEVER
    CYCLES_LEAVE

    align 32
jumps:
%rep JUMPS
    jmp short $ + 2
%endrep
    ret
    align 32
taken_in_u:
%rep JUMPS
    jz $ + 2
%endrep
    ret
    align 32
taken_in_v:
%rep IN_V
    nop
    jz $ + 2
%endrep
nothing:
    ret

    align 32
backward:
%rep NEVER
    jnz $
%endrep
    ret
    align 32
forward:
%rep NEVER
    jnz $ + 2
%endrep
    ret

returns:
    mov ecx, esp
    mov esp, places
    ret
    align 32
ret_0:
    times RETURNS - 1 ret
ret_last:
    mov esp, ecx
    ret

section .data align=32
    times FREE dd 0
places:
%assign i 0
%rep RETURNS - 1
    dd ret_0 + i
%assign i i + 1
%endrep
    dd ret_last
section .text

FINDINGS
BENCHMARK "branches that are absent in the BTB", branches
