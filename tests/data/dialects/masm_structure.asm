.386
.model flat
node    struct
next    dd ?
value   dd ?
tag     db 8 dup (?)
node    ends
pt  equ <dword ptr>
cnt equ ecx
.data
pool    node 10 dup (<>)
.code
f proc uses ebx
   mov ebx, [esp+8]
   mov cnt, 10
   xor eax, eax
L:  add eax, [ebx].node.value
    add eax, [ebx+node.tag]
    mov ebx, (node ptr [ebx]).next
    add edx, sizeof node
    dec cnt
    jnz L
   ret
f endp
end
