.686
.model flat, stdcall
option casemap:none
ExitProcess PROTO :DWORD
Add2 PROTO C a:DWORD, b:DWORD
.data?
buf db 1024 dup(?)
.data
msg db "Hello", 13, 10, 0
x REAL8 3.14
.const
k EQU 5
.code
start:
    mov esi, offset buf
    mov ecx, lengthof buf
    fld x
again:
    mov al, [esi]
    xor al, k
    mov [esi], al
    inc esi
    dec ecx
    jnz again
    push 0
    call ExitProcess
end start
