; Finds a byte with REPNE SCASB, as a function with arguments on the stack: (string, length, byte).
        .386
_FindByte proc near
        push    edi
        mov     edi, [esp+8]
        mov     ecx, [esp+12]
        mov     al, byte ptr [esp+16]
        cld
        repne   scasb
        mov     eax, 0FFFFFFFFh
        jne     @F
        lea     eax, [edi][-1]
@@:     pop     edi
        ret
_FindByte endp
