/*
 * SPDX-License-Identifier: MIT
 * A system call of Linux by INT 80h.
 */
#include "call_frame.h"

long linux_call(const uint32_t words[7]);

/* EBP is an argument too, so all words are loaded from memory. */
long linux_call(const uint32_t words[7])
{
    long result;

    __asm__ volatile(
        "pushl %%ebp\n\t"
        "pushl %%ebx\n\t"
        "movl 0(%%esi), %%eax\n\t"
        "movl 4(%%esi), %%ebx\n\t"
        "movl 8(%%esi), %%ecx\n\t"
        "movl 12(%%esi), %%edx\n\t"
        "movl 20(%%esi), %%edi\n\t"
        "movl 24(%%esi), %%ebp\n\t"
        "movl 16(%%esi), %%esi\n\t"
        "int $0x80\n\t"
        "popl %%ebx\n\t"
        "popl %%ebp"
        : "=a"(result), "+S"(words)
        :
        : "ecx", "edx", "edi", "memory", "cc");
    return result;
}
