/*
 * SPDX-License-Identifier: MIT
 * Work with known counts, in one piece of assembly: 1 + 3 n instructions, n reads and n branches;
 * and n x87 additions, which the library does not use.
 */
#pragma once

#include <stdint.h>

static uint32_t word;

#define TURNS(n)                                                                                   \
    __asm__ volatile(                                                                              \
        "movl %1, %%ecx\n\t"                                                                       \
        "1: movl %0, %%eax\n\t"                                                                    \
        "decl %%ecx\n\t"                                                                           \
        "jnz 1b"                                                                                   \
        :                                                                                          \
        : "m"(word), "i"(n)                                                                        \
        : "eax", "ecx", "cc", "memory")

static inline void additions(unsigned n)
{
    __asm__ volatile("fldz\n1: fadd %%st(0), %%st\n\tdecl %0\n\tjnz 1b\n\tfstp %%st(0)" : "+r"(n));
}
