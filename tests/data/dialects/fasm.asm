format ELF
section '.text' executable
public f
f:
        mov ecx, 20
.l:     mov eax, dword [esi]
        add esi, 4
        dec ecx
        jnz .l
        ret
