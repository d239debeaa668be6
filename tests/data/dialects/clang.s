	.text
	.file	"a.c"
	.globl	sum                             # -- Begin function sum
	.p2align	4, 0x90
	.type	sum,@function
sum:                                    # @sum
# %bb.0:
	pushl	%esi
	movl	12(%esp), %ecx
	movl	8(%esp), %edx
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	addl	(%edx), %eax
	addl	$4, %edx
	decl	%ecx
	jne	.LBB0_1
# %bb.2:
	popl	%esi
	retl
.Lfunc_end0:
	.size	sum, .Lfunc_end0-sum
                                        # -- End function
	.ident	"clang"
	.addrsig
