/* sum of
   an array */
	.text
f:	movl 4(%esp), %edx   // pointer
	movl 8(%esp), %ecx   /* count */
	xorl %eax, %eax      # sum
1:	addl (%edx), %eax
	addl $4, %edx
	decl %ecx
	jnz 1b
	ret
