/*
 * SPDX-License-Identifier: MIT
 * The instructions that programs may execute on each simulated processor, by sets that appeared
 * together.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>

/* Sets beyond the P5's. */
enum {
    SET_MMX = 1 << 0,     /* Pentium MMX */
    SET_CMOV = 1 << 1,    /* Pentium Pro: CMOV, FCMOV, FCOMI, the multi-byte NOPs */
    SET_FXSAVE = 1 << 2,  /* Pentium II */
    SET_MMX_SSE = 1 << 3, /* what SSE, and the Athlon before it, added for MMX registers */
    SET_SSE = 1 << 4,     /* Pentium III */
    SET_3DNOW = 1 << 5,   /* Athlon */
    SET_SSE2 = 1 << 6,    /* Pentium 4 */
    SET_SSE3 = 1 << 7,    /* its third model, Prescott */
    SET_LATER = 1 << 8,   /* none of the simulated processors */
    /* None either; compilers do not generate them from a language's statements, so a program has
     * them where it has asked CPUID: transactions, XGETBV, RDRAND, and the like. */
    SET_BY_HAND = 1 << 9,
};

/* Returns the sets of a processor, named as in --cpu; those of the P5 for an unknown name. */
unsigned processor_sets(const char *cpu);

/* Returns the processor's name in messages, such as P54C. */
const char *processor_sets_name(const char *cpu);

/* Returns the first processor in the order of their dates that has all of the sets, as in --cpu;
 * NULL: none. */
const char *processor_sets_first(unsigned sets);

/* Returns the set that an instruction needs; 0 if a P5 executes it. */
unsigned processor_sets_needed(const ZydisDecodedInstruction *instruction);
