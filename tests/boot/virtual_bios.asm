; SPDX-License-Identifier: MIT
; A BIOS for the virtual Pentium, which has none: a multiboot kernel that boots its module, the
; image of a floppy, in real mode. It has the functions that GRUB 2.06 calls. INT 10h writes to
; COM1.
; The image is at IMAGE, so vpentium needs -m 16; the memory that INT 15h reports ends before it. No
; key is ever pressed: a program that waits for one ends the run with status 4.
;   -D IMAGE=ADDRESS  of the image (default: 12 MB)
;   -D E820_KB=N, -D E801_KB=N, -D INT88_KB=N  KB above 1 MB that INT 15h reports (default: 3072);
;                   0: the function does not exist
        bits    32

%ifndef IMAGE
%define IMAGE 0xC00000
%endif
%ifndef E820_KB
%define E820_KB 3072
%endif
%ifndef E801_KB
%define E801_KB 3072
%endif
%ifndef INT88_KB
%define INT88_KB 3072
%endif

MAGIC           equ     0x1BADB002
INFO_MODULES    equ     20              ; offset in the multiboot information: count, address
ROM             equ     0xF0000
ROM_SEGMENT     equ     ROM >> 4
STACK_TOP       equ     0x7C00
BOOT_SECTOR     equ     0x7C00
COM1            equ     0x3F8
PIC             equ     0x20
PIT             equ     0x40
SECTORS         equ     18
HEADS           equ     2
CYLINDERS       equ     80
BDA_EQUIPMENT   equ     0x410
BDA_MEMORY_KB   equ     0x413
BDA_CURSOR      equ     0x450
BDA_TICKS       equ     0x46C
CONVENTIONAL_KB equ     640
PORT_EXIT       equ     0xF4            ; of vpentium
STATUS_KEY      equ     4
CR0_PE          equ     1
FLAG_CARRY      equ     1
FLAG_ZERO       equ     1 << 6
SMAP            equ     0x534D4150
ERROR_UNKNOWN   equ     0x86
ERROR_FUNCTION  equ     0x01

%define at(label) ((label) - rom)

section .text
        dd      MAGIC, 0, -MAGIC
global entry
entry:
        cli
        cld
        cmp     dword [ebx + INFO_MODULES], 0
        je      .no_image
        mov     eax, [ebx + INFO_MODULES + 4]
        mov     esi, [eax]
        mov     ecx, [eax + 4]
        sub     ecx, esi
        mov     edi, IMAGE
        rep movsb
.no_image:
        mov     esi, rom
        mov     edi, ROM
        mov     ecx, rom_end - rom
        rep movsb
        lgdt    [descriptor_table]
        jmp     8:at(leave)

; ---- real mode ----------------------------------------------------------------------------------

        align   16
rom:
        bits    16
leave:                                  ; a 16-bit segment, still in protected mode
        mov     ax, 16
        mov     ds, ax
        mov     es, ax
        mov     fs, ax
        mov     gs, ax
        mov     ss, ax
        mov     eax, cr0
        and     al, ~CR0_PE & 0xFF
        mov     cr0, eax
        jmp     ROM_SEGMENT:at(start)

start:
        xor     ax, ax
        mov     ds, ax
        mov     es, ax
        mov     fs, ax
        mov     gs, ax
        mov     ss, ax
        mov     sp, STACK_TOP
        lidt    [cs:at(interrupt_table)]
        xor     di, di
        mov     cx, 256
.vector:
        mov     ax, at(ignore)
        stosw
        mov     ax, ROM_SEGMENT
        stosw
        loop    .vector
        mov     si, at(handlers)
.handler:
        cs lodsw
        test    ax, ax
        js      .installed
        mov     di, ax
        cs lodsw
        mov     [di], ax
        jmp     .handler
.installed:
        mov     word [BDA_EQUIPMENT], 0x0021 ; a floppy drive, 80 columns
        mov     word [BDA_MEMORY_KB], CONVENTIONAL_KB
        mov     word [BDA_CURSOR], 0
        mov     dword [BDA_TICKS], 0
        mov     si, at(devices)
.device:
        cs lodsw
        test    ax, ax
        jz      .ready
        mov     dx, ax
        cs lodsb
        out     dx, al
        jmp     .device
.ready:
        sti
        mov     ax, 0x0201              ; the first sector
        mov     bx, BOOT_SECTOR
        mov     cx, 1
        xor     dx, dx
        int     0x13
        jmp     0:BOOT_SECTOR

; PIC: vectors from 8 and 70h on, only the timer; PIT: counter 0 counts 65536.
devices:
        dw      PIC
        db      0x11
        dw      PIC + 1
        db      8
        dw      PIC + 1
        db      4
        dw      PIC + 1
        db      1
        dw      PIC + 1
        db      0xFE
        dw      PIT + 3
        db      0x34
        dw      PIT
        db      0
        dw      PIT
        db      0
        dw      0

handlers:
        dw      0x08 * 4, at(on_08), 0x10 * 4, at(on_10), 0x11 * 4, at(on_11), 0x12 * 4, at(on_12)
        dw      0x13 * 4, at(on_13), 0x15 * 4, at(on_15), 0x16 * 4, at(on_16), 0x1A * 4, at(on_1a)
        dw      -1
interrupt_table:
        dw      0x3FF
        dd      0

ignore:
        iret

on_08:
        push    ax
        push    ds
        xor     ax, ax
        mov     ds, ax
        inc     dword [BDA_TICKS]
        mov     al, 0x20                ; end of interrupt
        out     PIC, al
        pop     ds
        pop     ax
        iret

; The screen: AH=0Eh and 09h write AL, 02h and 03h set and return the cursor, 0Fh the mode.
on_10:
        push    ds
        push    0
        pop     ds
        cmp     ah, 0x0E
        je      .write
        cmp     ah, 0x09
        je      .write
        cmp     ah, 0x02
        je      .set
        cmp     ah, 0x03
        je      .cursor
        cmp     ah, 0x0F
        jne     .end
        mov     ax, 0x5003
        mov     bh, 0
        jmp     .end
.write:
        push    dx
        mov     dx, COM1
        out     dx, al
        pop     dx
        jmp     .end
.set:
        mov     [BDA_CURSOR], dx
        jmp     .end
.cursor:
        mov     dx, [BDA_CURSOR]
        mov     cx, 0x0607
.end:
        pop     ds
        iret

on_11:
        push    ds
        push    0
        pop     ds
        mov     ax, [BDA_EQUIPMENT]
        pop     ds
        iret

on_12:
        push    ds
        push    0
        pop     ds
        mov     ax, [BDA_MEMORY_KB]
        pop     ds
        iret

; AH=00h resets, 02h reads AL sectors from CH, CL, DH to ES:BX, 08h returns the geometry.
on_13:
        test    dl, dl
        jnz     .unknown
        test    ah, ah
        jz      good
        cmp     ah, 0x02
        je      .read
        cmp     ah, 0x08
        jne     .unknown
        mov     ax, 0
        mov     bl, 4                   ; 1.44 MB
        mov     cx, (CYLINDERS - 1) << 8 | SECTORS
        mov     dx, (HEADS - 1) << 8 | 1
        jmp     good
.unknown:
        mov     ah, ERROR_FUNCTION
        jmp     failed
.read:
        pushad
        push    ds
        push    es
        movzx   ebx, bx
        movzx   edi, ax
        mov     ax, es
        movzx   eax, ax
        shl     eax, 4
        add     ebx, eax                ; the linear address
        movzx   eax, ch
        imul    eax, HEADS
        movzx   esi, dh
        add     esi, eax
        imul    esi, SECTORS
        and     ecx, 0x3F
        lea     esi, [esi + ecx - 1]
        shl     esi, 9
        add     esi, IMAGE
        mov     ecx, edi
        and     ecx, 0xFF
        shl     ecx, 7                  ; dwords
        mov     edi, ebx
        lgdt    [cs:at(descriptor_table)]
        mov     eax, cr0
        or      al, CR0_PE
        mov     cr0, eax
        mov     bx, 24                  ; flat; the limit stays in real mode
        mov     ds, bx
        mov     es, bx
        and     al, ~CR0_PE & 0xFF
        mov     cr0, eax
        xor     bx, bx
        mov     ds, bx
        mov     es, bx
        a32 rep movsd
        pop     es
        pop     ds
        popad
        mov     ah, 0
        jmp     good

on_15:
        cmp     ax, 0xE820
        je      .map
        cmp     ax, 0xE801
        je      .sizes
        cmp     ah, 0x88
        je      .extended
        cmp     ax, 0x2401              ; line A20 is always open
        je      good
.unknown:
        mov     ah, ERROR_UNKNOWN
        jmp     failed
.sizes:
        mov     ax, E801_KB
        test    ax, ax
        jz      .unknown
        xor     bx, bx
        mov     cx, ax
        xor     dx, dx
        jmp     good
.extended:
        mov     ax, INT88_KB
        test    ax, ax
        jz      .unknown
        jmp     good
.map:
%if E820_KB == 0
        jmp     .unknown
%endif
        push    si
        mov     si, at(map)
        test    ebx, ebx
        jz      .entry
        add     si, 20
.entry:
        push    cx
        push    di
        mov     cx, 10
.word:
        cs lodsw
        stosw
        loop    .word
        pop     di
        pop     cx
        pop     si
        xor     bx, 1
        mov     eax, SMAP
        mov     ecx, 20
        jmp     good
map:    dq      0, CONVENTIONAL_KB << 10
        dd      1
        dq      1 << 20, E820_KB << 10
        dd      1

; AH=00h and 10h wait for a key; 01h and 11h report none.
on_16:
        test    ah, 0xEF
        jz      .end_run
        dec     word [cs:at(polls)]
        jz      .end_run
        xor     al, al
        push    bp
        mov     bp, sp
        or      byte [bp + 6], FLAG_ZERO
        pop     bp
        iret
.end_run:
        mov     al, STATUS_KEY
        out     PORT_EXIT, al
polls:  dw      0

on_1a:
        test    ah, ah
        jnz     failed
        push    ds
        push    0
        pop     ds
        mov     dx, [BDA_TICKS]
        mov     cx, [BDA_TICKS + 2]
        mov     al, 0
        pop     ds
        iret

good:
        push    bp
        mov     bp, sp
        and     byte [bp + 6], ~FLAG_CARRY & 0xFF
        pop     bp
        iret
failed:
        push    bp
        mov     bp, sp
        or      byte [bp + 6], FLAG_CARRY
        pop     bp
        iret

        align   8
descriptors:
        dq      0
        dq      0x00009A0F0000FFFF      ; 8: code at F0000h, 16 bits
        dq      0x000092000000FFFF      ; 16: data as in real mode
        dq      0x00CF92000000FFFF      ; 24: data, 4 GB
descriptor_table:
        dw      descriptor_table - descriptors - 1
        dd      ROM + (descriptors - rom)
rom_end:
