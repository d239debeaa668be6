; SPDX-License-Identifier: MIT
; Loops that stamp themselves to calibrate the cost of stamps. They are linked to pages that ring 3
; may execute (linker.ld). The NOPs between two stamps are enough for the write buffers to drain;
; once there are twice as many, which measures the NOPs' own time.

bits 32

%include "kernel/lib/channel.inc"

ITERATIONS          equ 16
NOPS                equ 44
SPIN_ITERATIONS     equ 100000
WRITES              equ 50
BETWEEN_WRITES      equ 12              ; NOPs: an iteration has one line of 32 bytes

%macro APART 0
    times NOPS nop
%endmacro

; IN: 1, the name; 2, an instruction in braces, or nothing, between stamps 1 and 2.
%macro STAMPED_LOOP 2
global %1
%1:
    push ebx
    mov ebx, ITERATIONS
    align 32
%%iteration:
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
    jnz %%iteration
    pop ebx
    ret
%endmacro

section .text align=64
STAMPED_LOOP stamped_plain, {}
STAMPED_LOOP stamped_breakpoint, {int3}
STAMPED_LOOP stamped_port, {in al, 0x84}
STAMPED_LOOP stamped_write, {mov [stamped_words], ebx}

global stamped_spin
stamped_spin:
    mov ecx, SPIN_ITERATIONS
    CHANNEL 0
    align 16
.iteration:
    dec ecx
    jnz .iteration
    CHANNEL 1
    ret

; The word is read first, so that the write hits the cache.  CHANGES: EAX, ECX.
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
