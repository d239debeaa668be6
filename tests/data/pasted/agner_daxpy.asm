; y[i] += a * x[i] for doubles, with the loads of the next element overlapped.
        fld     qword [esp+8]           ; a
        mov     ecx, 64
        neg     ecx
L1:     fld     qword [eax+8*ecx]       ; x[i]
        fmul    st0, st1
        fadd    qword [edx+8*ecx]
        fstp    qword [edx+8*ecx]
        inc     ecx
        jnz     L1
        fstp    st0
