; Checksum of a block of words, as in the articles about the 386 and 486: LODSW and LOOP.
; ESI: data, ECX: words. Returns the sum in EDX.
        .386
        .model flat
        .code
Checksum proc near
        sub     edx, edx
        sub     eax, eax
        cld
SumLoop:
        lodsw                   ; the next word
        add     edx, eax
        loop    SumLoop
        mov     eax, edx
        ret
Checksum endp
        end
