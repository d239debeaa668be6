; SPDX-License-Identifier: MIT
; Powers the machine off through Advanced Power Management (Interface Specification 1.2, chapter 4):
; INT 15h, in real mode. A BIOS may wait for the timer interrupt there, so the timer's line is
; enabled and the BIOS's interrupt vectors are in use.

bits 32

LOW             equ 0x8000              ; below 64 KB, so that real mode can continue here
SELECTOR_CODE16 equ 0x08
SELECTOR_DATA16 equ 0x10
CR0_PE          equ 1 << 0
CR0_PG          equ 1 << 31
REAL_STACK      equ 0x7C00
REAL_VECTORS    equ 0x3FF               ; limit of the vector table, whose base is 0

APM_CONNECT     equ 0x5301              ; the real-mode interface
APM_VERSION     equ 0x530E
APM_ENABLE      equ 0x5308
APM_SET_STATE   equ 0x5307
APM_BIOS        equ 0
ALL_DEVICES     equ 1
STATE_OFF       equ 3

MASTER          equ 0x20                ; the interrupt controllers (Intel 8259A data sheet)
SLAVE           equ 0xA0
MASTER_VECTORS  equ 0x08                ; as set by a BIOS (IBM AT Technical Reference)
SLAVE_VECTORS   equ 0x70
ALL_BUT_TIMER   equ 0xFE
ALL_LINES       equ 0xFF
PAUSE_PORT      equ 0x84                ; read as a delay: port_pause() of kernel/lib/x86.h

; Writes to a port that needs a delay before its next access.  CHANGES: AL.
%macro OUT_SLOWLY 2
    mov al, %2
    out %1, al
    in al, PAUSE_PORT
%endmacro

section .text
global power_off
power_off:
    cli
    mov esi, low_start
    mov edi, LOW
    mov ecx, low_end - low_start
    rep movsb
    lgdt [gdtr]
    jmp SELECTOR_CODE16:LOW

section .data
gdtr:
    dw gdt_end - gdt - 1
    dd gdt
align 8
gdt:
    dq 0
    dq 0x00009A000000FFFF               ; 16 bits, base 0, limit 64 KB
    dq 0x000092000000FFFF
gdt_end:

; Is copied to LOW and runs there. Paging is still on at first and maps LOW to itself.
bits 16
low_start:
    mov ax, SELECTOR_DATA16
    mov ds, ax
    mov es, ax
    mov fs, ax
    mov gs, ax
    mov ss, ax
    mov sp, REAL_STACK
    lidt [LOW + idtr - low_start]
    mov eax, cr0
    and eax, ~(CR0_PE | CR0_PG)
    mov cr0, eax
    jmp 0:LOW + .real - low_start
.real:
    xor ax, ax
    mov ds, ax
    mov es, ax
    mov ss, ax
    OUT_SLOWLY MASTER, 0x11             ; edge-triggered, cascaded, 4 command words
    OUT_SLOWLY MASTER + 1, MASTER_VECTORS
    OUT_SLOWLY MASTER + 1, 1 << 2       ; the slave's line
    OUT_SLOWLY MASTER + 1, 0x01         ; 8086
    OUT_SLOWLY SLAVE, 0x11
    OUT_SLOWLY SLAVE + 1, SLAVE_VECTORS
    OUT_SLOWLY SLAVE + 1, 2
    OUT_SLOWLY SLAVE + 1, 0x01
    OUT_SLOWLY MASTER + 1, ALL_BUT_TIMER
    OUT_SLOWLY SLAVE + 1, ALL_LINES
    sti
    mov ax, APM_CONNECT
    mov bx, APM_BIOS
    int 0x15
    mov ax, APM_VERSION                 ; 1.2: an earlier version has no off state
    mov bx, APM_BIOS
    mov cx, 0x0102
    int 0x15
    mov ax, APM_ENABLE
    mov bx, ALL_DEVICES
    mov cx, 1
    int 0x15
    mov ax, APM_SET_STATE
    mov bx, ALL_DEVICES
    mov cx, STATE_OFF
    int 0x15
.halt:
    cli
    hlt
    jmp .halt
idtr:
    dw REAL_VECTORS
    dd 0
low_end:
