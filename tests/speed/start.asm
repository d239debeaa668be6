; SPDX-License-Identifier: MIT
; The entry of a speed program, called by a multiboot loader: 32-bit protected mode, flat segments,
; paging off. It is first in the file, so that the header is within the first 8 KB.

bits 32

extern speed_main

MULTIBOOT_MAGIC equ 0x1BADB002
STACK_BYTES     equ 16384

section .text
    align 4
    dd MULTIBOOT_MAGIC
    dd 0
    dd -MULTIBOOT_MAGIC

global start
start:
    cli
    cld
    mov esp, stack_top
    fninit
    call speed_main                     ; does not return

section .bss
alignb 16
    resb STACK_BYTES
stack_top:
