# dot product of two vectors of integers
	xorl	%eax, %eax
1:	movl	(%esi,%ecx,4), %edx
	imull	(%edi,%ecx,4), %edx
	addl	%edx, %eax
	decl	%ecx
	jns	1b
