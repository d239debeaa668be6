	IDEAL
	P386N
	MODEL FLAT, C
	DATASEG
tab	DB 256 DUP (?)
	CODESEG
	PUBLIC C upcase
PROC C upcase
	ARG	@@str:DWORD
	USES	esi,ebx
	mov	esi,[@@str]
	xor	ebx,ebx
@@lp:	mov	bl,[BYTE PTR esi]
	mov	al,[tab+ebx]
	mov	[BYTE esi],al
	inc	esi
	cmp	bl,0
	jne	@@lp
	ret
ENDP upcase
	END
