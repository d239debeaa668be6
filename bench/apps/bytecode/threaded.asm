; SPDX-License-Identifier: MIT
; Threaded code: each operation ends in a jump of its own to the next one, whose address and operand
; are loaded in pairs with its own work. So an operation takes 4 clocks where the jump is predicted.
;
; Counts of region 0, from the code below. Of the 261 steps 96 are odd and 165 halve: 6171 times
; 3^96 is a little less than 2^165. An even step has 10 operations of 53 instructions, an odd one 11
; of 61, the last UNLESS_1 one instruction less; NEXT at the start has 4, HALT none.
;   branches       261 x 10 + 96 + 1 operations jumped to, and two Jcc a step.
;   data read      2 in each NEXT, 3 LOADs a step, 2 ADDs in an odd step; written: 2 STOREs a step.

%include "bench/bench.inc"

WORK "if variant=threaded region=program instructions_executed=165*53+96*61-1+4"
WORK "if variant=threaded region=program branches=261*12+96+1 data_read=261*20+2*96+2+261*3+2*96"
WORK "if variant=threaded region=program data_write=2*261"

global bytecode_operations, bytecode_thread

section .rodata

; In the order of bytecode.c's operations.
bytecode_operations:
    dd load, store, add_variable, add_number, halve, if_odd, jump, unless_1, bytecode_thread.halt

section .text

; In an operation: EAX is the value, EDX the operand, ESI behind this instruction.
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
