copy(char*, char const*, unsigned int):
        push    ebx
        mov     eax, DWORD PTR [esp+16]
        mov     ecx, DWORD PTR [esp+8]
        mov     edx, DWORD PTR [esp+12]
        test    eax, eax
        je      .L1
        lea     ebx, [eax+edx]
.L3:
        mov     al, BYTE PTR [edx]      # the next byte
        inc     edx
        mov     BYTE PTR [ecx], al
        inc     ecx
        cmp     ebx, edx
        jne     .L3
.L1:
        pop     ebx
        ret
