mov ecx, 100
xor eax, eax
top:
add eax, dword ptr [esi+ecx*4-4]
sub ecx, 1
jnz top
