; The same checksum for a Pentium: simple instructions, two words a turn, loads one turn ahead.
.586
.MODEL FLAT, C
.CODE
PUBLIC ChecksumPairs
ChecksumPairs PROC
        push    esi
        push    ebx
        mov     esi, dword ptr [esp+12]
        mov     ecx, dword ptr [esp+16]
        xor     edx, edx
        xor     eax, eax
        xor     ebx, ebx
@@:     mov     ax, word ptr [esi]
        mov     bx, word ptr [esi][2]
        add     edx, eax
        add     esi, 4
        add     edx, ebx
        dec     ecx
        jnz     short @b
        mov     eax, edx
        pop     ebx
        pop     esi
        ret
ChecksumPairs ENDP
END
