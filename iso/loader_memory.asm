; SPDX-License-Identifier: MIT
; Verifies the memory that the BIOS reports, before GRUB uses it. GRUB believes INT 15h, AX=E820h: a
; board that reports 14 MB of 4 stops at "Welcome to GRUB!", and one that reports 0.5 MB of 4 at
; "out of memory". If the answers are wrong, a handler of INT 15h replaces them.
; Handlers of INT 13h and of the timer show a line if an extended read (of a CD) does not return.
;
; It is in the core of GRUB on every medium: media.sh writes it over the Reed-Solomon decoder of
; lzma_decompress.img, which only grub-install uses. GRUB calls that decoder in 32-bit protected
; mode, with address line 20 open, and then decompresses itself to 1 MB.
        cpu     486

; Addresses in lzma_decompress.img of GRUB 2.06 (grub-core/boot/i386/pc/startup_raw.S).
FIRST           equ     0x838B          ; the decoder's first byte
LAST            equ     0x88A5          ; its last
ENTRY           equ     0x8593          ; grub_reed_solomon_recover
REAL_TO_PROT    equ     0x82D2          ; called by a 32-bit CALL in real mode
PROT_TO_REAL    equ     0x8327          ; returns in real mode with all segments 0

HIGH_KB         equ     1024            ; all sizes below are KB above 1 MB
MOST_KB         equ     4 * 1024 * 1024 - 64 - HIGH_KB
STEP            equ     64 * 1024
ASSUMED_KB      equ     3 * 1024        ; the smallest machine
LEAST_KB        equ     ASSUMED_KB - 640 ; the same without what a BIOS reserves
BDA_MEMORY_KB   equ     0x413           ; BIOS data area: KB of conventional memory
VECTOR_13       equ     0x13 * 4
VECTOR_15       equ     0x15 * 4
VECTOR_1C       equ     0x1C * 4
EXTENDED_READ   equ     0x42            ; AH of INT 13h. Floppies do not have it: boot_floppy.asm
CR0_CD          equ     1 << 30
SYSTEM_B        equ     0x61            ; port B of the IBM AT: bits 2 and 3 mask the memory's NMIs
SYSTEM_B_NO_NMI equ     0x0C            ; and clear their latches
SYSTEM_B_WRITABLE equ   0x0F
EFLAGS_AC       equ     1 << 18         ; a 386 does not have it, and has no cache

; INT 15h
GET_MAP         equ     0xE820          ; EBX entry, ES:DI buffer, ECX its size, EDX "SMAP"
GET_SIZES       equ     0xE801          ; OUT: AX KB from 1 to 16 MB, BX 64 KB from 16 MB; or CX, DX
GET_EXTENDED    equ     0x88            ; OUT: AX KB above 1 MB
SMAP            equ     0x534D4150
MOST_ENTRIES    equ     128             ; of a map, also if it never ends
AVAILABLE       equ     1
ERROR_UNKNOWN   equ     0x86
UP_TO_16_MB     equ     15 * 1024
CMOS_INDEX      equ     0x70
CMOS_DATA       equ     0x71
CMOS_EXTENDED   equ     0x30            ; and 31h: KB above 1 MB (IBM AT Technical Reference)

; A BIOS may reserve memory at the top. A larger difference between sources is an error of one.
TOLERANCE_KB    equ     1024

        org     FIRST

; ---- resident, at the top of conventional memory ------------------------------------------------

        bits    16
%define here(label) ((label) - resident)
resident:
; If the answers are replaced, the kernel finds these values there, 0 for a source that does not
; exist (kernel/machine/memory_sources.c).
signature: dd   0
SIGNATURE       equ     "BPmm"
found:  dd      0                       ; verified
claims:                                 ; in the order of enum memory_claim
e820:   dd      0
e801:   dd      0
int88:  dd      0
cmos:   dd      0
CLAIMS          equ     4

on_15:
        cmp     ax, GET_MAP
        je      .unknown                ; the loader then uses AX=E801h
        cmp     ax, GET_SIZES
        je      .sizes
        cmp     ah, GET_EXTENDED
        jne     .chain
        mov     ax, -1
        cmp     word [cs:here(found) + 2], 0
        jne     .good
        mov     ax, [cs:here(found)]
        jmp     .good
.sizes:
        mov     ax, [cs:here(low)]
        mov     bx, [cs:here(blocks)]
        mov     cx, ax
        mov     dx, bx
.good:
        clc
        retf    2
.unknown:
        mov     ah, ERROR_UNKNOWN
        stc
        retf    2
.chain:
        jmp     far [cs:here(old_15)]

on_13:
        cmp     ah, EXTENDED_READ
        jne     .chain
        mov     word [cs:here(left_ticks)], TICKS_OF_READ
        pushf
        call    far [cs:here(old_13)]
        mov     word [cs:here(left_ticks)], 0
        sti
        retf    2
.chain:
        jmp     far [cs:here(old_13)]

%define print_line print
%include "read_limit.inc"

; Prints the text at SI, which ends with a 0.
print:
        lodsb
        test    al, al
        jz      .end
        call    print_character
        jmp     print
.end:
        ret

print_character:
        mov     ah, 0x0E                ; INT 10h: teletype
        mov     bx, 7
        pusha
        int     0x10
        popa
        ret

low:    dw      0                       ; the answers to AX=E801h
blocks: dw      0
old_13: dd      0
old_15: dd      0
old_1c: dd      0
left_ticks: dw  0
no_answer: db   13, 10, "A read has not returned for 30 s: use another medium.", 13, 10, 0
resident_end:

; ---- the BIOS's answers -------------------------------------------------------------------------

; Parses the whole map. The first pass finds the end of the memory at 1 MB, each further one what is
; adjacent to it, as entries have any order. OUT: [e820]; [limit], where the BIOS reserves memory.
ask_map:
        mov     esi, HIGH_KB * 1024     ; end so far
.pass:
        mov     dword [limit], MOST_KB
        mov     byte [entries], MOST_ENTRIES
        xor     ebx, ebx
        xor     bp, bp                  ; grown in this pass
.entry:
        dec     byte [entries]
        jz      .last
        mov     eax, GET_MAP
        mov     edx, SMAP
        mov     ecx, 20
        mov     di, entry
        push    esi
        push    bp
        stc
        int     0x15
        pop     bp
        pop     esi
        jc      .last
        cmp     eax, SMAP
        jne     .last
        mov     byte [has_map], 1
        cmp     dword [entry + 4], 0
        jne     .next                   ; from 4 GB on
        mov     eax, [entry]
        cmp     byte [entry + 16], AVAILABLE
        jne     .reserved
        cmp     eax, esi
        ja      .next
        mov     edx, [entry + 8]
        cmp     dword [entry + 12], 0
        jne     .to_the_end
        add     edx, eax
        jnc     .end
.to_the_end:
        mov     edx, (MOST_KB + HIGH_KB) * 1024
.end:
        cmp     edx, esi
        jbe     .next
        mov     esi, edx
        inc     bp
        jmp     .next
.reserved:
        shr     eax, 10
        sub     eax, HIGH_KB
        jb      .next
        cmp     eax, [limit]
        jae     .next
        mov     [limit], eax
.next:
        test    ebx, ebx
        jnz     .entry
.last:
        test    bp, bp
        jnz     .pass
        shr     esi, 10
        sub     esi, HIGH_KB
        mov     [e820], esi
        ret

ask_cmos:
        mov     al, CMOS_EXTENDED + 1
        call    read_cmos
        mov     ah, al
        mov     al, CMOS_EXTENDED
        call    read_cmos
        cmp     ax, -1                  ; no such chip
        je      .asked
        mov     [cmos], ax
.asked:
        ret

read_cmos:
        out     CMOS_INDEX, al
        jmp     short $ + 2             ; a delay, as old BIOSes have it
        in      al, CMOS_DATA
        ret

; Prints EAX in decimal.
print_number:
        mov     ebx, 10
        xor     edx, edx
        div     ebx
        push    dx
        test    eax, eax
        jz      .digit
        call    print_number
.digit:
        pop     ax
        add     al, '0'
        jmp     print_character

entry:  times 20 db 0

        times   ENTRY - FIRST - ($ - $$) nop

; ---- the entry, in protected mode ---------------------------------------------------------------

        bits    32
        pusha
        call    PROT_TO_REAL
        bits    16
        cld
        call    ask_map
        call    ask_others
        call    ask_cmos
        call    dword REAL_TO_PROT
        bits    32

; EDX = what GRUB would use: INT 15h's first answer. ESI = its largest answer.
        xor     edx, edx
        xor     esi, esi
        mov     ebx, CLAIMS
.source:
        mov     eax, [claims - 4 + ebx * 4]
        cmp     eax, MOST_KB
        jbe     .possible
        mov     eax, MOST_KB
        mov     [claims - 4 + ebx * 4], eax
.possible:
        cmp     ebx, CLAIMS             ; GRUB does not read the CMOS
        je      .not_first
        cmp     esi, eax
        jae     .not_larger
        mov     esi, eax
.not_larger:
        test    eax, eax
        jz      .not_first
        mov     edx, eax
.not_first:
        dec     ebx
        jnz     .source
        cmp     byte [has_map], 0
        je      .no_map
        mov     edx, [e820]             ; even if it is 0
.no_map:

; The CMOS may count a frame buffer in memory that INT 15h does not report.
        cmp     edx, LEAST_KB
        jae     .without_cmos
        cmp     esi, [cmos]
        jae     .without_cmos
        mov     esi, [cmos]
.without_cmos:

; More than the first source reports is tried only if it cannot be what the BIOS reserves.
        lea     eax, [edx + TOLERANCE_KB]
        cmp     esi, eax
        ja      .chosen
        mov     esi, edx
.chosen:
        test    esi, esi
        jnz     .known
        mov     esi, ASSUMED_KB
.known:
        cmp     [limit], esi
        jae     .within_limit
        mov     esi, [limit]
.within_limit:
        call    verify
        mov     [found], esi
        call    PROT_TO_REAL
        bits    16
        cmp     esi, edx
        je      .as_reported            ; GRUB would use the same
        call    replace
.as_reported:
        call    install
        cmp     dword [found], LEAST_KB
        jae     .enough
        mov     si, too_little
        call    print
.enough:
        call    dword REAL_TO_PROT
        bits    32
        popa
        ret

; Finds the end of memory with the caches off. IN: ESI KB to verify. OUT: ESI KB verified.
verify:
        in      al, SYSTEM_B            ; a parity error of memory that does not exist is no error
        push    eax
        or      al, SYSTEM_B_NO_NMI
        out     SYSTEM_B, al
        mov     ecx, cr0
        push    ecx
        pushf
        pop     eax
        xor     eax, EFLAGS_AC
        push    eax
        popf
        pushf
        pop     ebx
        xor     ebx, eax
        test    ebx, EFLAGS_AC
        jnz     .caches_are_off
        or      ecx, CR0_CD
        mov     cr0, ecx
        wbinvd
.caches_are_off:
        add     esi, HIGH_KB
        shl     esi, 10                 ; the end
        mov     edi, HIGH_KB * 1024
.step:
        call    answers
        jne     .failed
        add     edi, STEP
        cmp     edi, esi
        jb      .step
        lea     edi, [esi - 4]          ; the last dword
        call    answers
        mov     edi, esi
        je      .failed
        sub     edi, STEP               ; the last step, which is not whole
        dec     edi
        and     edi, -STEP
        add     edi, STEP
.failed:
        lea     esi, [edi - HIGH_KB * 1024]
        shr     esi, 10
        pop     ecx
        mov     cr0, ecx
        pop     eax
        and     al, SYSTEM_B_WRITABLE
        out     SYSTEM_B, al
        ret

; Writes and reads back the dword at EDI. OUT: ZF is set if it is memory and has only this address.
answers:
        mov     ebp, [edi]
        mov     eax, 0x55AA33CC
        call    .try
        jne     .restore
        not     eax
        call    .try
.restore:
        mov     [edi], ebp
        ret

; Other data passes the bus between the write and the read. While EDI has the value, no address with
; one bit less has it too, or only by chance, and not for two values.
.try:
        mov     [edi], eax
        mov     ebx, eax
        not     ebx
        push    ebx
        pop     ebx
        cmp     [edi], eax
        jne     .tried
        mov     cl, 31
.bit:
        btr     edi, ecx
        jnc     .next_bit
        cmp     [edi], eax
        je      .alias
        bts     edi, ecx
.next_bit:
        dec     cl
        cmp     cl, 15
        ja      .bit
        cmp     eax, eax
.tried:
        ret
.alias:
        bts     edi, ecx                ; sets CF, not ZF
        test    esp, esp
        ret

; ---- replaces the BIOS's answers ----------------------------------------------------------------

        bits    16
replace:
        mov     si, text
        call    print
        mov     di, claims
.claim:
        mov     eax, [di]
        test    eax, eax
        jz      .none
        add     eax, HIGH_KB
.none:
        call    print_number
        call    print
        add     di, 4
        cmp     di, claims + CLAIMS * 4
        jb      .claim
        mov     eax, [found]
        add     eax, HIGH_KB
        call    print_number
        call    print

        mov     eax, [found]
        mov     ebx, eax
        cmp     eax, UP_TO_16_MB
        jbe     .low
        mov     ax, UP_TO_16_MB
.low:
        mov     [low], ax
        movzx   eax, ax
        sub     ebx, eax
        shr     ebx, 6
        mov     [blocks], bx
        mov     dword [signature], SIGNATURE
        ret

; Copies the handlers to the top of conventional memory, which it takes from the BIOS.
install:
        cli
        mov     eax, [VECTOR_13]
        mov     [old_13], eax
        mov     eax, [VECTOR_15]
        mov     [old_15], eax
        mov     eax, [VECTOR_1C]
        mov     [old_1c], eax
        dec     word [BDA_MEMORY_KB]
        mov     ax, [BDA_MEMORY_KB]
        shl     ax, 6                   ; KB to paragraphs
        mov     es, ax
        xor     di, di
        mov     si, resident
        mov     cx, resident_end - resident
        rep movsb
        mov     word [VECTOR_13], here(on_13)
        mov     [VECTOR_13 + 2], ax
        mov     word [VECTOR_1C], here(on_1c)
        mov     [VECTOR_1C + 2], ax
        cmp     dword [signature], 0
        je      .installed
        mov     word [VECTOR_15], here(on_15)
        mov     [VECTOR_15 + 2], ax
.installed:
        sti
        ret

; ---- the older sources --------------------------------------------------------------------------

ask_others:
        mov     ax, GET_SIZES
        xor     bx, bx
        xor     cx, cx
        xor     dx, dx
        stc
        int     0x15
        jc      .extended
        cmp     ah, ERROR_UNKNOWN
        je      .extended
        test    ax, ax
        jnz     .first_pair
        xchg    ax, cx
        mov     bx, dx
.first_pair:
        movzx   eax, ax
        cmp     ax, UP_TO_16_MB
        jb      .sum                    ; what is from 16 MB on is not adjacent
        movzx   ebx, bx
        shl     ebx, 6
        add     eax, ebx
.sum:
        mov     [e801], eax
.extended:
        mov     ah, GET_EXTENDED
        stc
        int     0x15
        jc      .end
        movzx   eax, ax
        mov     [int88], eax
.end:
        ret

limit:  dd      0
entries: db     0
has_map: db     0
too_little: db  13, 10, "Bareprobe needs 4096 KB of memory; the loader may stop.", 13, 10, 0
text:   db      13, 10, "Wrong memory size: E820 ", 0, ", E801 ", 0, ", 88h ", 0, ", CMOS ", 0
        db      "; verified ", 0, " KB", 13, 10, 0

        times   LAST + 1 - FIRST - ($ - $$) nop
