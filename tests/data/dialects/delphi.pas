function Sum(p: PInteger; n: Integer): Integer;
asm
        push    esi
        mov     esi, eax
        mov     ecx, edx
        xor     eax, eax
@@1:    add     eax, [esi]
        add     esi, 4
        dec     ecx
        jnz     @@1
        pop     esi
end;
