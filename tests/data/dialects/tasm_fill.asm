IDEAL
P586
MODEL FLAT
CODESEG
PROC Fill
	mov	ecx,[esp+8]
	mov	edi,[esp+4]
@@1:	mov	[DWORD edi],0
	add	edi,4
	dec	ecx
	jnz	@@1
	ret
ENDP Fill
END
