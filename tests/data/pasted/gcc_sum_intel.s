	.file	"a.c"
	.intel_syntax noprefix
	.text
	.p2align 4
	.globl	sum
	.type	sum, @function
sum:
.LFB0:
	.cfi_startproc
	mov	edx, DWORD PTR 8[esp]
	test	edx, edx
	jle	.L4
	mov	eax, DWORD PTR 4[esp]
	lea	ecx, [eax+edx*4]
	xor	edx, edx
	.p2align 4,,10
	.p2align 3
.L3:
	add	edx, DWORD PTR [eax]
	add	eax, 4
	cmp	eax, ecx
	jne	.L3
	mov	eax, edx
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	xor	edx, edx
	mov	eax, edx
	ret
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.globl	table
	.bss
	.align 32
	.type	table, @object
	.size	table, 1024
table:
	.zero	1024
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
