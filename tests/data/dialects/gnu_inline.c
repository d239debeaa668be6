static inline int sum(int *p, int n)
{
    int s = 0;
    __asm__ volatile (
        "1:\n\t"
        "addl (%1), %0\n\t"
        "addl $4, %1\n\t"
        "decl %2\n\t"
        "jnz 1b\n\t"
        : "+r"(s), "+r"(p), "+r"(n) : : "cc", "memory");
    return s;
}
