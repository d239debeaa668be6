.386
.model flat, stdcall
.code
SumArray PROC USES esi ecx
    mov  esi, [esp+12]
    mov  ecx, [esp+16]
    mov  eax, 0
L1: add  eax, [esi]
    add  esi, 4
    dec ecx
    jnz L1
    ret
SumArray ENDP
END
