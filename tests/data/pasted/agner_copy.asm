; Copies ECX dwords with an index that goes up to zero, so that no comparison is needed.
section .text
global copy_up
copy_up:
    lea     esi, [esi+ecx*4]
    lea     edi, [edi+ecx*4]
    neg     ecx
    jz      .done
.next:
    mov     eax, [esi+ecx*4]
    mov     [edi+ecx*4], eax
    inc     ecx
    jnz     .next
.done:
    ret
