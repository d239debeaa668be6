	.file	"i.c"
	.intel_syntax noprefix
	.text
	.p2align 4
	.globl	saxpy
	.type	saxpy, @function
saxpy:
.LFB0:
	.cfi_startproc
	mov	ecx, DWORD PTR 4[esp]
	fld	DWORD PTR 8[esp]
	test	ecx, ecx
	jle	.L6
	mov	eax, DWORD PTR 12[esp]
	mov	edx, DWORD PTR 16[esp]
	lea	ecx, [eax+ecx*4]
	.p2align 4,,10
	.p2align 3
.L3:
	fld	DWORD PTR [eax]
	add	eax, 4
	add	edx, 4
	fmul	st, st(1)
	fadd	DWORD PTR -4[edx]
	fstp	DWORD PTR -4[edx]
	cmp	eax, ecx
	jne	.L3
	fstp	st(0)
	jmp	.L1
	.p2align 4,,10
	.p2align 3
.L6:
	fstp	st(0)
.L1:
	ret
	.cfi_endproc
.LFE0:
	.size	saxpy, .-saxpy
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
