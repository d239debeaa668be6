	.file	"b.c"
	.text
	.p2align 4
	.globl	dot
	.type	dot, @function
dot:
.LFB0:
	.cfi_startproc
	pushl	%ebx
	.cfi_def_cfa_offset 8
	.cfi_offset 3, -8
	movl	16(%esp), %ecx
	testl	%ecx, %ecx
	jle	.L4
	movl	8(%esp), %eax
	movl	12(%esp), %edx
	fldz
	leal	(%eax,%ecx,8), %ecx
	.p2align 4,,10
	.p2align 3
.L3:
	fldl	(%eax)
	fmull	(%edx)
	addl	$8, %eax
	addl	$8, %edx
	faddp	%st, %st(1)
	cmpl	%ecx, %eax
	jne	.L3
	popl	%ebx
	.cfi_remember_state
	.cfi_restore 3
	.cfi_def_cfa_offset 4
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	.cfi_restore_state
	fldz
	popl	%ebx
	.cfi_restore 3
	.cfi_def_cfa_offset 4
	ret
	.cfi_endproc
.LFE0:
	.size	dot, .-dot
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
