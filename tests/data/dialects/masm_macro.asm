.386
.model flat, c
.code
smax macro a, b
    local skip
    cmp a, b
    jge skip
    mov a, b
skip:
endm
f proc public p:ptr dword, n:dword
    local t[4]:dword, k:byte
    uses_ equ 3
    mov ecx, n
    mov edx, p
    mov k, uses_
    xor eax, eax
@@: smax eax, [edx]
    add edx, 4
    mov t[8], eax
    dec ecx
    jnz @b
    ret
f endp
end
