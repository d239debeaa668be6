.LC0:
        .string "Hello World!\n"
.LC1:
        .string "j is: %d\n"
main:
        call p5mon_asm_init
        call p5mon_asm_begreg_0
        pushl %ebp
        movl %esp,%ebp
        pushl %ebx
        pushl $.LC0
        call printf
        addl $4,%esp
        movl $999999, %eax
        .align 4
.L11:
        addl $2,%ebx
        decl %eax
        jns .L11
        call p5mon_asm_begreg_1
        pushl %ebx
        pushl $.LC1
        call printf
        call p5mon_asm_endreg_1
        xorl %eax,%eax
        movl -4(%ebp),%ebx
        leave
        call p5mon_asm_endreg_0
        ret
