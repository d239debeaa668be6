	.file	"f.c"
	.text
	.p2align 4
	.globl	find
	.type	find, @function
find:
.LFB0:
	.cfi_startproc
	movl	4(%esp), %eax
	movl	8(%esp), %ecx
	xorl	%edx, %edx
	testl	%eax, %eax
	jne	.L2
	jmp	.L1
	.p2align 4,,10
	.p2align 3
.L4:
	movl	(%eax), %eax
	addl	$1, %edx
	testl	%eax, %eax
	je	.L1
.L2:
	cmpl	%ecx, 4(%eax)
	jne	.L4
.L1:
	movl	%edx, %eax
	ret
	.cfi_endproc
.LFE0:
	.size	find, .-find
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
