        .386
        .model flat
        .code
f       proc
        mov ecx, 20
l:
        REPT 4
        add eax, [esi]
        add esi, 4
        ENDM
        dec     ecx
        jnz     l
        ret
f       endp
        end
