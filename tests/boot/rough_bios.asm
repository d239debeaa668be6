; SPDX-License-Identifier: MIT
; Boot sector of a disk that simulates an old BIOS or drive and then boots the floppy in drive A,
; with -D DRIVE=0x81 the second disk, or with -D NEXT the next drive in the BIOS's boot order:
;   -D FAILING_READS=N  the first N reads of each sector of the floppy fail, as in an old drive
;   -D FIRST_FAILING=S  of those sectors only S and the ones after it
;   -D HANGING_READ=N   the Nth read of the floppy does not return
;   -D CLEARS_EBX       INT 13h clears bits 31 to 16 of EBX, as Bochs's does for a floppy CD
;   -D NO_EXTENSIONS    INT 13h, AH=41h and the extended functions are not supported
;   -D FAILING_EXTENDED=N  of the extended reads (AH=42h) the Nth fails
;   -D HANGING_EXTENDED=N  the Nth does not return
;   -D NO_E820          INT 15h, AX=E820h is not supported; -D NO_E801: AX=E801h is not
;   -D E820_KB=N, -D E801_KB=N, -D INT88_KB=N, -D CMOS_KB=N  INT 15h, AX=E820h, AX=E801h and AH=88h,
;                       and the CMOS, report N KB of memory above 1 MB
; Its handlers stay resident at the top of conventional memory, whose size it reduces. At port E9h,
; the debug console of QEMU and Bochs, it writes F for each read that it made fail and U for each
; call that it rejected.
        bits    16
        org     0x7C00

%ifndef DRIVE
%define DRIVE           0
%endif
%ifndef FAILING_READS
%define FAILING_READS   0
%endif
%ifndef FIRST_FAILING
%define FIRST_FAILING   0
%endif
%ifndef FAILING_EXTENDED
%define FAILING_EXTENDED 0
%endif

BDA_MEMORY_KB   equ     0x413           ; BIOS data area: KB of conventional memory
VECTOR_13       equ     0x13 * 4
VECTOR_15       equ     0x15 * 4
ROOM_KB         equ     4
BOOT_SECTOR     equ     0x7C00
STACK_TOP       equ     0x7C00
PORT_CONSOLE    equ     0xE9
TRIES           equ     FAILING_READS + 3

; INT 13h: AH=02h reads AL sectors from CH, CL (cylinder, sector) and DH (head) of drive DL.
FUNCTION_READ   equ     0x02
FUNCTION_EXTENSIONS equ 0x41            ; AH=41h to 48h are the extensions
FUNCTION_EXTENDED_READ equ 0x42
FUNCTION_LAST   equ     0x48
ERROR_FUNCTION  equ     0x01
ERROR_CRC       equ     0x10            ; "uncorrectable CRC or ECC error on read"
ERROR_UNKNOWN   equ     0x86            ; of INT 15h: function not supported
CMOS_INDEX      equ     0x70
CMOS_DATA       equ     0x71
CMOS_EXTENDED   equ     0x30            ; and 31h: KB above 1 MB (IBM AT Technical Reference)
UP_TO_16_MB     equ     15 * 1024       ; AX and CX of AX=E801h; BX and DX count 64 KB from there on
SECTORS         equ     18
HEADS           equ     2
CYLINDERS       equ     80

%define here(label) (label - resident)  ; offset in the segment of the resident copy

start:
        cli
        cld
        xor     ax, ax
        mov     ds, ax
        mov     ss, ax
        mov     sp, STACK_TOP
        mov     ax, [BDA_MEMORY_KB]
        sub     ax, ROOM_KB
        mov     [BDA_MEMORY_KB], ax
        shl     ax, 6                   ; KB to paragraphs
        mov     es, ax
        xor     di, di
        mov     cx, ROOM_KB * 1024 / 2
        xor     ax, ax
        rep stosw
        mov     eax, [VECTOR_13]
        mov     [old_13], eax
        mov     eax, [VECTOR_15]
        mov     [old_15], eax
        mov     si, resident
        xor     di, di
        mov     cx, resident_end - resident
        rep movsb
%ifdef CMOS_KB
        mov     ax, CMOS_EXTENDED | (CMOS_KB & 0xFF) << 8
        call    write_cmos
        mov     ax, CMOS_EXTENDED + 1 | (CMOS_KB & 0xFF00)
        call    write_cmos
%endif
        mov     word [VECTOR_13], here(on_13)
        mov     [VECTOR_13 + 2], es
        mov     word [VECTOR_15], here(on_15)
        mov     [VECTOR_15 + 2], es
        push    es
        push    word here(boot)
        retf                            ; the floppy's boot sector is loaded over this one

%ifdef CMOS_KB
; Writes AH to the byte AL of the CMOS.
write_cmos:
        out     CMOS_INDEX, al
        mov     al, ah
        out     CMOS_DATA, al
        ret
%endif

resident:
; Reads the drive's first sector, with retries as a BIOS does, and jumps to it.
boot:
        sti
%ifdef NEXT
        int     0x18
%endif
        push    ds
        pop     es
        mov     si, TRIES
.try:
        mov     ax, FUNCTION_READ << 8 | 1
        mov     bx, BOOT_SECTOR
        mov     cx, 1
        mov     dx, DRIVE
        int     0x13
        jnc     .read
        dec     si
        jnz     .try
        int     0x18                    ; nothing to boot from
.read:
        mov     dx, DRIVE
        jmp     0:BOOT_SECTOR

on_13:
%ifdef CLEARS_EBX
        movzx   ebx, bx
%endif
%if DRIVE
        cmp     dl, DRIVE
        jne     .chain
%ifdef NO_EXTENSIONS
        cmp     ah, FUNCTION_EXTENSIONS
        jb      .chain
        cmp     ah, FUNCTION_LAST
        ja      .chain
        mov     ah, ERROR_FUNCTION
        jmp     failed
%endif
        cmp     ah, FUNCTION_EXTENDED_READ
        jne     .chain
        inc     word [cs:here(extended_reads)]
%ifdef HANGING_EXTENDED
        cmp     word [cs:here(extended_reads)], HANGING_EXTENDED
        jne     .extended_returns
        sti
        jmp     $
.extended_returns:
%endif
        cmp     word [cs:here(extended_reads)], FAILING_EXTENDED
        jne     .chain
        mov     al, 'F'
        out     PORT_CONSOLE, al
        mov     ah, ERROR_CRC
        jmp     failed
%endif
        cmp     ah, FUNCTION_READ
        jne     .chain
        test    dl, dl
        jnz     .chain
%ifdef HANGING_READ
        inc     word [cs:here(floppy_reads)]
        cmp     word [cs:here(floppy_reads)], HANGING_READ
        jne     .returns
        sti
        jmp     $
.returns:
%endif
        call    is_first
        jnc     .chain
        mov     ax, ERROR_CRC << 8
        jmp     failed
.chain:
        jmp     far [cs:here(old_13)]

; IN: AL, CX, DH of a read. OUT: CF is set if a sector of the read has to fail once more.
is_first:
        pusha
        push    ds
        push    cs
        pop     ds
        movzx   si, al                  ; number of sectors
        movzx   di, cl
        and     di, 0x3F
        dec     di
        movzx   bx, dh
        imul    bx, bx, SECTORS
        add     di, bx
        movzx   bx, ch
        imul    bx, bx, SECTORS * HEADS
        add     di, bx
        xor     dx, dx                  ; number of sectors that fail
.sector:
        dec     si
        js      .counted
        cmp     di, SECTORS * HEADS * CYLINDERS
        jae     .counted
        cmp     di, FIRST_FAILING
        jb      .next
        cmp     byte [here(reads) + di], FAILING_READS
        jae     .next
        inc     byte [here(reads) + di]
        inc     dx
.next:
        inc     di
        jmp     .sector
.counted:
        test    dx, dx                  ; clears CF
        jz      .done
        mov     al, 'F'
        out     PORT_CONSOLE, al
        stc
.done:
        pop     ds
        popa
        ret

on_15:
%ifdef NO_E820
        cmp     ax, 0xE820
        je      .unknown
%endif
%ifdef NO_E801
        cmp     ax, 0xE801
        je      .unknown
%endif
%ifdef E820_KB
        cmp     ax, 0xE820
        je      .map
%endif
%ifdef E801_KB
        cmp     ax, 0xE801
        je      .sizes
%endif
%ifdef INT88_KB
        cmp     ah, 0x88
        je      .extended
%endif
        jmp     far [cs:here(old_15)]
%ifdef E820_KB
.map:
        pushf
        call    far [cs:here(old_15)]
        jc      .return
        cmp     dword [es:di], 1 << 20
        jne     .good
        mov     dword [es:di + 8], E820_KB << 10
.good:
        clc
.return:
        retf    2
%endif
%ifdef E801_KB
%if E801_KB > UP_TO_16_MB
%define E801_LOW UP_TO_16_MB
%else
%define E801_LOW E801_KB
%endif
.sizes:
        mov     ax, E801_LOW
        mov     bx, (E801_KB - E801_LOW) / 64
        mov     cx, ax
        mov     dx, bx
        clc
        retf    2
%endif
%ifdef INT88_KB
.extended:
        mov     ax, INT88_KB
        clc
        retf    2
%endif
.unknown:
        mov     al, 'U'
        out     PORT_CONSOLE, al
        mov     ah, ERROR_UNKNOWN

; Returns to the caller of the BIOS with CF set.
failed:
        push    bp
        mov     bp, sp
        or      byte [bp + 6], 1        ; FLAGS, above BP, IP and CS
        pop     bp
        iret

old_13: dd      0
old_15: dd      0
extended_reads: dw 0
floppy_reads: dw 0
resident_end:
reads   equ     resident_end            ; one byte per sector: how many of its reads have failed

        times   510 - ($ - $$) db 0
        dw      0xAA55

%if resident_end - resident + SECTORS * HEADS * CYLINDERS > ROOM_KB * 1024
%error "it does not fit where it stays"
%endif
