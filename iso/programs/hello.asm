; SPDX-License-Identifier: MIT
; The example in programs/ of every medium: prints a line, and has a region with a loop of 100
; iterations of three instructions.

%include "bareprobe/region.inc"

SYSTEM_EXIT         equ 1
SYSTEM_WRITE        equ 4
STANDARD_OUTPUT     equ 1

REGION_NAME 0, "loop"

section .rodata
text:
    db "hello from ring 3", 10
text_end:

section .text
global _start
_start:
    mov eax, SYSTEM_WRITE
    mov ebx, STANDARD_OUTPUT
    mov ecx, text
    mov edx, text_end - text
    int 0x80
    mov ecx, 100
    xor eax, eax
    REGION_BEGIN 0
.next:
    add eax, ecx
    dec ecx
    jnz .next
    REGION_END 0
    mov eax, SYSTEM_EXIT
    xor ebx, ebx
    int 0x80
