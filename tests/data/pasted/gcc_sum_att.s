	.file	"a.c"
	.text
	.p2align 4
	.globl	sum
	.type	sum, @function
sum:
.LFB0:
	.cfi_startproc
	movl	8(%esp), %edx
	testl	%edx, %edx
	jle	.L4
	movl	4(%esp), %eax
	leal	(%eax,%edx,4), %ecx
	xorl	%edx, %edx
	.p2align 4,,10
	.p2align 3
.L3:
	addl	(%eax), %edx
	addl	$4, %eax
	cmpl	%ecx, %eax
	jne	.L3
	movl	%edx, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	xorl	%edx, %edx
	movl	%edx, %eax
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
