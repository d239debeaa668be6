	.globl	swap_bytes
swap_bytes:
	movl	4(%esp), %edi
	movl	8(%esp), %ecx
.Lnext:	movl	(%edi), %eax
	bswap	%eax
	stosl
	loop	.Lnext
	ret
