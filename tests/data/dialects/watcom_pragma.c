extern void fill(void *p, int n, int v);
#pragma aux fill = \
    "again: mov [edi],eax" \
    "add edi,4" \
    "dec ecx" \
    "jnz again" \
    parm [edi] [ecx] [eax] modify [edi ecx];
