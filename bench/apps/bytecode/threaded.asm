; SPDX-License-Identifier: MIT
; Threaded code of a bytecode interpreter. Each operation ends in its own jump to the next one; the
; address and operand of the next are loaded in pairs with the operation's work. An operation takes
; 4 clocks if the jump is predicted.

; Counts of region 0, derived from the code below. 96 of the 261 steps are odd and 165 halve: 6171
; times 3^96 is a little less than 2^165. An even step has 10 operations of 53 instructions, an odd
; one 11 of 61. The last UNLESS_1 has one instruction less. NEXT at the start has 4, HALT has none.
;   branches       261 x 10 + 96 + 1 jumps to an operation, and two Jcc per step.
;   data           reads: 2 in each NEXT, 3 LOADs per step, 2 ADDs in an odd step;
;                  writes: 2 STOREs per step.

%include "bench/bench.inc"

WORK "if variant=threaded region=program instructions_executed=165*53+96*61-1+4"
WORK "if variant=threaded region=program branches=261*12+96+1 data_read=261*20+2*96+2+261*3+2*96"
WORK "if variant=threaded region=program data_write=2*261"

global bytecode_operations, bytecode_thread

section .rodata

; The order is that of the operations in bytecode.c.
bytecode_operations:
    dd load, store, add_variable, add_number, halve, if_odd, jump, unless_1, bytecode_thread.halt

section .text

; In an operation EAX is the value, EDX the operand, and ESI points after this instruction.
%macro NEXT 0
    mov ecx, [esi]
    mov edx, [esi + 4]
    add esi, 8
    jmp ecx
%endmacro

; IN: the first instruction.  CHANGES: EAX, ECX, EDX.
bytecode_thread:
    push esi
    mov esi, [esp + 8]
    REGION_BEGIN 0
    NEXT
.halt:
    REGION_END 0
    pop esi
    ret

load:
    mov eax, [edx]
    NEXT

store:
    mov [edx], eax
    NEXT

add_variable:
    mov edx, [edx]
    mov ecx, [esi]
    add eax, edx
    mov edx, [esi + 4]
    add esi, 8
    jmp ecx

add_number:
    add eax, edx
    NEXT

halve:
    shr eax, 1
    NEXT

if_odd:
    test al, 1
    jz .next
    mov esi, edx
.next:
    NEXT

jump:
    mov esi, edx
    NEXT

unless_1:
    cmp eax, 1
    je .next
    mov esi, edx
.next:
    NEXT
