	.file	"h.c"
	.intel_syntax noprefix
	.text
	.p2align 4
	.globl	gcd
	.type	gcd, @function
gcd:
.LFB0:
	.cfi_startproc
	push	ebx
	.cfi_def_cfa_offset 8
	.cfi_offset 3, -8
	mov	edx, DWORD PTR 12[esp]
	mov	eax, DWORD PTR 8[esp]
	test	edx, edx
	je	.L4
	.p2align 4,,10
	.p2align 3
.L3:
	mov	ecx, edx
	xor	edx, edx
	div	ecx
	mov	eax, ecx
	test	edx, edx
	jne	.L3
	mov	eax, ecx
	pop	ebx
	.cfi_remember_state
	.cfi_restore 3
	.cfi_def_cfa_offset 4
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	.cfi_restore_state
	mov	ecx, eax
	pop	ebx
	.cfi_restore 3
	.cfi_def_cfa_offset 4
	mov	eax, ecx
	ret
	.cfi_endproc
.LFE0:
	.size	gcd, .-gcd
	.p2align 4
	.globl	square
	.type	square, @function
square:
.LFB1:
	.cfi_startproc
	mov	eax, DWORD PTR 4[esp]
	imul	eax, eax
	ret
	.cfi_endproc
.LFE1:
	.size	square, .-square
	.p2align 4
	.globl	copy
	.type	copy, @function
copy:
.LFB2:
	.cfi_startproc
	push	edi
	.cfi_def_cfa_offset 8
	.cfi_offset 7, -8
	push	esi
	.cfi_def_cfa_offset 12
	.cfi_offset 6, -12
	mov	eax, DWORD PTR 20[esp]
	mov	edi, DWORD PTR 12[esp]
	mov	esi, DWORD PTR 16[esp]
	test	eax, eax
	je	.L9
	add	eax, edi
	.p2align 4,,10
	.p2align 3
.L11:
	movsb
	cmp	edi, eax
	jne	.L11
.L9:
	pop	esi
	.cfi_restore 6
	.cfi_def_cfa_offset 8
	pop	edi
	.cfi_restore 7
	.cfi_def_cfa_offset 4
	ret
	.cfi_endproc
.LFE2:
	.size	copy, .-copy
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
