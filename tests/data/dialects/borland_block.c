void f(char *s, char *d, int n)
{
    asm {
        mov esi, s
        mov edi, d
        mov ecx, n
    }
next:
    asm {
        mov al, [esi]
        mov [edi], al
        inc esi
        inc edi
        dec ecx
        jnz next
    }
}
