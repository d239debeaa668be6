%macro step 2
        mov eax, [%1]
        add %1, %2
%endmacro
        mov ecx, 20
l:      step esi, 4
        step edi, 4
        dec ecx
        jnz l
