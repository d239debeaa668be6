; SPDX-License-Identifier: MIT
; Boot sector of the floppy and the sector after it: loads GRUB's core, which follows on the disk,
; and repeats failed reads. GRUB's own boot sector reads each sector once, so that one error of an
; old drive ends the boot, and the reads of GRUB's files are repeated only in some places. So the
; second sector leaves a handler of INT 13h that repeats them, and one of the timer that shows a
; line if a read does not return. Both are installed as soon as the sector is read.
;
; Entered by the BIOS at 0:7C00h in real mode, DL = drive. It enters the core as GRUB's diskboot.img
; does, which is left out: at 0:8200h, DL = drive (grub-core/boot/i386/pc/diskboot.S of GRUB 2.06).
;   -D CORE_SECTORS=N  length of the core, which begins in sector 2
        cpu     386
        bits    16
        org     0x7C00

SECTOR_BYTES    equ     512
FIRST           equ     1
SECOND          equ     0x8000
CORE            equ     SECOND + SECTOR_BYTES
STACK_TOP       equ     0x7C00
TRIES           equ     24              ; of each read; the second half reads single sectors
TRIES_OF_FILES  equ     10              ; GRUB repeats these in turn
DRIVE_OF_DISK   equ     0x80            ; drives from here on are disks
BDA_MEMORY_KB   equ     0x413           ; BIOS data area: KB of conventional memory
VECTOR_13       equ     0x13 * 4
VECTOR_1C       equ     0x1C * 4
FLAG_CARRY      equ     1

; BIOS parameter block of the FAT, which mformat fills in.
SECTORS_PER_TRACK equ   0x7C18
HEADS           equ     0x7C1A
CODE            equ     0x3E            ; after the parameter block

; INT 13h
RESET           equ     0x00
READ            equ     0x02            ; AL sectors, CH and CL cylinder and sector, DH head, ES:BX
PARAMETERS      equ     0x08            ; OUT: CL bits 0-5 sectors per track, DH last head
; INT 10h
TELETYPE        equ     0x0E

        jmp     short start
        nop
        times   CODE - ($ - $$) db 0

start:
        cli
        cld
        xor     ax, ax
        mov     ds, ax
        mov     ss, ax
        mov     sp, STACK_TOP
        sti
        mov     [drive], dl
        cmp     dl, DRIVE_OF_DISK       ; the image on a disk or a USB stick
        jb      .geometry_is_known
        mov     ah, PARAMETERS
        int     0x13
        jc      .geometry_is_known
        and     cx, 0x3F
        mov     [SECTORS_PER_TRACK], cx
        movzx   dx, dh
        inc     dx
        mov     [HEADS], dx
.geometry_is_known:
        mov     si, loading
        call    print

; Each pass reads what is left of a track, of the core, and of 64 KB, which a floppy's DMA cannot
; cross. EBX is the linear address.
        mov     ebx, SECOND
next_read:
        mov     byte [tries], TRIES
again:
        mov     ax, [sector]
        xor     dx, dx
        div     word [SECTORS_PER_TRACK]
        mov     cx, dx                  ; sector on the track, from 0
        xor     dx, dx
        div     word [HEADS]            ; AX = cylinder, DL = head
        mov     dh, dl
        mov     di, [SECTORS_PER_TRACK]
        sub     di, cx
        cmp     di, [left]
        jbe     .within_core
        mov     di, [left]
.within_core:
        mov     bp, bx
        neg     bp                      ; bytes up to the next 64 KB; 0: all
        shr     bp, 9
        jz      .within_64_kb
        cmp     di, bp
        jbe     .within_64_kb
        mov     di, bp
.within_64_kb:
        cmp     byte [tries], TRIES / 2
        ja      .counted
        mov     di, 1
.counted:
        inc     cx                      ; sectors count from 1
        mov     ch, al
        shl     ah, 6                   ; bits 8 and 9 of the cylinder
        or      cl, ah
        push    ebx                     ; Bochs's BIOS clears bits 31 to 16 of EBX if a CD emulates
        ror     ebx, 4                  ; the floppy
        mov     es, bx
        rol     ebx, 4
        and     bx, 0xF
        mov     ax, di
        mov     ah, READ
        mov     dl, [drive]
        int     0x13
        pop     ebx
        jnc     was_read
        dec     byte [tries]
        jz      failed
        push    ebx
        mov     ah, RESET
        mov     dl, [drive]
        int     0x13
        pop     ebx
        jmp     again

was_read:
        mov     si, dot
        call    print
        add     [sector], di
        movzx   eax, di
        shl     eax, 9
        add     ebx, eax
        call    0:SECOND                ; installs the handlers after the first read
        sub     [left], di
        jnz     next_read
        mov     dl, [drive]
        jmp     0:CORE

failed:
        mov     si, error
        call    print
        mov     ah, 0                   ; INT 16h: wait for a key
        int     0x16
        int     0x19                    ; start again

; Writes the text at SI, which ends with a 0.
print:
        push    ebx
.character:
        lodsb
        test    al, al
        jz      .end
        mov     ah, TELETYPE
        mov     bx, 7
        int     0x10
        jmp     .character
.end:
        pop     ebx
        ret

sector: dw      FIRST
left:   dw      1 + CORE_SECTORS
drive:  db      0
tries:  db      0
loading: db     "Bareprobe: loading GRUB ", 0
dot:    db      ".", 0
error:  db      13, 10, "Read error: this drive cannot read this floppy. Clean the drive or write "
        db      "another", 13, 10, "floppy. A key starts again.", 13, 10, 0

        times   SECTOR_BYTES - 2 - ($ - $$) db 0
        dw      0xAA55

; ---- the second sector, at SECOND ---------------------------------------------------------------

%define second(label) (SECOND + (label) - second_start)
%define here(label)   ((label) - resident) ; offset in the segment of the resident copy

; Copies the handlers to the top of conventional memory, which it takes from the BIOS. GRUB uses
; none of it, and the kernel never calls INT 13h. After the last read of the core it lets the
; handler repeat reads, which the boot sector has repeated so far.
; IN: DI sectors read.  CHANGES: EAX, CX, DL, SI, ES.
second_start:
        mov     dl, [drive]
        cmp     dl, DRIVE_OF_DISK
        jae     .installed
        cmp     byte [second(installed)], 0
        jne     .later
        inc     byte [second(installed)]
        mov     [second(retried)], dl
        mov     eax, [VECTOR_13]
        mov     [second(old_13)], eax
        mov     eax, [VECTOR_1C]
        mov     [second(old_1c)], eax
        dec     word [BDA_MEMORY_KB]
        mov     ax, [BDA_MEMORY_KB]
        shl     ax, 6                   ; KB to paragraphs
        mov     es, ax
        push    di
        xor     di, di
        mov     si, second(resident)
        mov     cx, resident_end - resident
        rep movsb
        pop     di
        cli
        mov     word [VECTOR_13], here(on_13)
        mov     [VECTOR_13 + 2], ax
        mov     word [VECTOR_1C], here(on_1c)
        mov     [VECTOR_1C + 2], ax
        sti
.later:
        cmp     [left], di
        jne     .installed
        mov     es, [VECTOR_13 + 2]
        mov     byte [es:here(most_tries)], TRIES_OF_FILES
.installed:
        retf
installed: db   0

resident:
on_13:
        cmp     ah, READ
        jne     .chain
        cmp     dl, [cs:here(retried)]
        jne     .chain
        push    ax
        mov     al, [cs:here(most_tries)]
        mov     [cs:here(left_tries)], al
        pop     ax
.try:
        push    ax
        mov     word [cs:here(left_ticks)], TICKS_OF_READ
        pushf
        call    far [cs:here(old_13)]
        mov     word [cs:here(left_ticks)], 0
        jnc     .end
        dec     byte [cs:here(left_tries)]
        jz      .end
        mov     ah, RESET
        pushf
        call    far [cs:here(old_13)]
        pop     ax
        jmp     .try
.chain:
        jmp     far [cs:here(old_13)]

; Returns AX and CF of the last read. The stack has the old AX, then IP, CS and FLAGS of the caller.
.end:
        push    bp
        mov     bp, sp
        jc      .failed
        and     byte [bp + 8], ~FLAG_CARRY & 0xFF
        jmp     .return
.failed:
        or      byte [bp + 8], FLAG_CARRY
.return:
        pop     bp
        add     sp, 2
        iret

%include "read_limit.inc"

print_line:
        lodsb
        test    al, al
        jz      .end
        mov     ah, TELETYPE
        mov     bx, 7
        int     0x10
        jmp     print_line
.end:
        ret

no_answer: db   13, 10, "The BIOS has not returned from a read of the floppy for 30 s."
        db      13, 10, "Start again, or use another kind of medium.", 13, 10, 0
old_13: dd      0
old_1c: dd      0
left_ticks: dw  0
retried: db     0
left_tries: db  0
most_tries: db  1
resident_end:

        times   2 * SECTOR_BYTES - ($ - $$) db 0
