; Length of a string, four bytes at a time (by the carries out of bytes that are zero).
BITS 32
    mov     ecx, 3
    mov     eax, [esp+4]
L1: mov     ebx, [eax]
    add     eax, 4
    lea     edx, [ebx-01010101H]
    xor     ebx, -1
    and     edx, ebx
    and     edx, 80808080H
    jz      L1
    sub     eax, [esp+4]
    ret
