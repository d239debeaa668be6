int sum(int *p, int n)
{
    int s;
    __asm {
        mov esi, p
        mov ecx, n
        xor eax, eax
    again:
        add eax, [esi]
        add esi, 4
        dec ecx
        jnz again
        mov s, eax
    }
    return s;
}
