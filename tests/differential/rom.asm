; SPDX-License-Identifier: MIT
; A ROM that starts the guest in Bochs in place of a BIOS and a boot loader. Bochs itself has loaded
; the guest ("optramimage", which is limited to 128 KB); the module is on the first disk. The ROM
; reads it and enters the guest as a multiboot 1 loader does. The ROM is at F0000h.

ENTRY       equ 100010h                 ; asserted by guest/linker.ld
MODULE      equ 400000h
MODULE_END  equ 1000000h
MAGIC       equ 2BADB002h
HAS_MODULES equ 1 << 3
ROM         equ 0F0000h
CODE        equ 8
DATA        equ 16

; The first ATA channel (ATA/ATAPI-4, sections 7 and 8.27).
ATA_DATA    equ 1F0h
ATA_COUNT   equ 1F2h
ATA_LBA_0   equ 1F3h
ATA_LBA_8   equ 1F4h
ATA_LBA_16  equ 1F5h
ATA_DEVICE  equ 1F6h                    ; with bits 24 to 27 of the address
ATA_COMMAND equ 1F7h                    ; read: status
LBA_DEVICE0 equ 0E0h
READ        equ 20h
BUSY        equ 80h
REQUEST     equ 08h

bits 16
org 0

start:
    cli
    o32 lgdt [cs:gdtr]
    mov eax, cr0
    or al, 1
    mov cr0, eax
    jmp dword CODE:ROM + protected

align 8
gdt:
    dq 0
    dq 00CF9A000000FFFFh                ; code segment: 4 GB from 0
    dq 00CF92000000FFFFh                ; data segment: the same
gdtr:
    dw 23
    dd ROM + gdt

align 4
information:                            ; struct multiboot_info
    dd HAS_MODULES
    times 4 dd 0
    dd 1, ROM + module
module:
    dd MODULE, MODULE_END, 0, 0

bits 32
protected:
    mov eax, DATA
    mov ds, eax
    mov es, eax
    mov fs, eax
    mov gs, eax
    mov ss, eax

    ; Reads sector by sector up to the module's length, which is in its second dword.
    cld
    mov edi, MODULE
    xor ebx, ebx                        ; reads the sector
.sector:
    mov al, bl
    mov dx, ATA_LBA_0
    out dx, al
    mov al, bh
    mov dx, ATA_LBA_8
    out dx, al
    mov eax, ebx
    shr eax, 16
    mov dx, ATA_LBA_16
    out dx, al
    mov al, LBA_DEVICE0
    mov dx, ATA_DEVICE
    out dx, al
    mov al, 1
    mov dx, ATA_COUNT
    out dx, al
    mov al, READ
    mov dx, ATA_COMMAND
    out dx, al
.wait:
    in al, dx
    and al, BUSY | REQUEST
    cmp al, REQUEST
    jne .wait
    mov dx, ATA_DATA
    mov ecx, 256
    rep insw
    inc ebx
    mov eax, edi
    sub eax, MODULE
    cmp eax, [MODULE + 4]
    jb .sector

    mov eax, MAGIC
    mov ebx, ROM + information
    mov ecx, ENTRY
    jmp ecx

times 0FFF0h - ($ - $$) db 0
bits 16
    jmp 0F000h:start
times 10000h - ($ - $$) db 0
