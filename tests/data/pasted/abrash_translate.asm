; Translates a string with XLAT until its zero byte.
        IDEAL
        P386
        MODEL   flat
        DATASEG
Table   db      256 dup (41h)
        CODESEG
        mov     ebx, offset Table
        cld
Next:   lodsb
        test    al, al
        jz      short Done
        xlat
        stosb
        jmp     short Next
Done:   ret
        END
