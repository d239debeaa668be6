; SPDX-License-Identifier: MIT
; What stamps itself to find out what stamps cost. Linked to the pages that ring 3 may execute
; (linker.ld). Between two stamps stand so many NOPs that what the stamp has written is out of the
; write buffers; once twice as many, so that their own time is known.

bits 32

%include "kernel/lib/channel.inc"

TURNS               equ 16
NOPS                equ 44
SPIN_TURNS          equ 100000
WRITES              equ 50
BETWEEN_WRITES      equ 12              ; NOPs: a turn has one line of 32 bytes

%macro APART 0
    times NOPS nop
%endmacro

; IN: 1, the name; behind it an instruction in braces, or none, between stamps 1 and 2.
%macro STAMPED_TURNS 2
global %1
%1:
    push ebx
    mov ebx, TURNS
    align 32
%%turn:
    CHANNEL 0
    APART
    CHANNEL 1
    APART
    %2
    APART
    CHANNEL 2
    APART
    CHANNEL 3, esi
    dec ebx
    jnz %%turn
    pop ebx
    ret
%endmacro

section .text align=64
STAMPED_TURNS stamped_plain, {}
STAMPED_TURNS stamped_breakpoint, {int3}
STAMPED_TURNS stamped_port, {in al, 0x84}
STAMPED_TURNS stamped_write, {mov [stamped_words], ebx}

global stamped_spin
stamped_spin:
    mov ecx, SPIN_TURNS
    CHANNEL 0
    align 16
.turn:
    dec ecx
    jnz .turn
    CHANNEL 1
    ret

; The word is read, so that its write is to the cache.  CHANGES: EAX, ECX.
global stamped_writes
stamped_writes:
    mov ecx, WRITES
    align 32
.write:
    mov eax, [stamped_words]
    times BETWEEN_WRITES nop
    mov [stamped_words], ecx
    dec ecx
    jnz .write
    ret

section .bss align=32
global stamped_words
stamped_words:                          ; one that is written, and its neighbour
    resd 2
