; decimal digits of EAX
digit:  xor     edx, edx
        mov     ebx, 10
        div     ebx
        add     dl, '0'
        dec     edi
        mov     [edi], dl
        test    eax, eax
        jnz     digit
