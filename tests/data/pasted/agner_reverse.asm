    ; Adds up a linked list
again:
    mov eax, [esi+4]
    mov esi, [esi]
    add ebx, eax
    test esi, esi
    jnz again
