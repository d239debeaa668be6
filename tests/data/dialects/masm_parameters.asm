.386
.model flat, stdcall
.code
SumArray PROC USES esi ecx, pArray:PTR DWORD, nCount:DWORD
    LOCAL total:DWORD
    mov  esi, pArray
    mov  ecx, nCount
    mov  eax, 0
    mov  total, eax
L1: add  eax, [esi]
    add  esi, TYPE DWORD
    loop L1
    mov total, eax
    ret
SumArray ENDP
END SumArray
