/*
 * SPDX-License-Identifier: MIT
 * Region probes for C: what runs between region_begin(n) and region_end(n) is counted for region n.
 * pmc/region.inc is the same for nasm; a test holds the two to the same machine code.
 *
 * Regions may nest, overlap, repeat, and have several ends. All general registers and the flags are
 * kept. n is a constant from 0 to REGIONS - 1.
 */
#pragma once

#include <stdint.h>

#include "pmc/p5.h"

#define REGIONS 256 /* numbers 0 to 255 are the benchmarks'; slot 256 is the harness's own */

/* What the probes leave behind: one slot a region, in cache lines of its own. */
struct region {
    uint64_t near_begin, far_begin; /* the counters at the last begin */
    uint64_t near_sum, far_sum;     /* differences modulo 2^40, added up in 64 bits */
    uint32_t entries, exits;
} __attribute__((aligned(64)));

extern struct region regions[REGIONS + 1];

/* An empty region 0. */
void region_empty(void);

/* Where the probes' RDMSRs stand; pmc/probe.h says what is put in their place. */
extern uint8_t *const probes_start[], *const probes_end[];

/* RDMSR, its address in .probes. MOV ECX, imm32 stands right before it. */
#define REGION_RDMSR                                                                               \
    "771: rdmsr\n\t"                                                                               \
    ".pushsection .probes, \"a\"\n\t"                                                              \
    ".long 771b\n\t"                                                                               \
    ".popsection\n\t"

/*
 * The near counter, CTR0, is read last at the beginning and first at the end: 5 instructions stand
 * between its two reads, 13 between those of the far one, CTR1.
 *
 * PUSHA and POPA pair with nothing, so a probe never shares a clock with the measured code, and the
 * pairs counted are the region's own. The alignment makes a region's code start at the same place
 * in a cache line wherever the probe stands, so that an empty region costs the same everywhere.
 */
#define region_begin(n)                                                                            \
    do {                                                                                           \
        _Static_assert((n) >= 0 && (n) <= REGIONS, "a region is a constant from 0 to 255");        \
        __asm__ volatile(                                                                          \
            ".p2align 4\n\t" /* in two steps, so that no jump pads */                              \
            ".p2align 5\n\t"                                                                       \
            "pushal\n\t"                                                                           \
            "movl %0, %%ebx\n\t"                                                                   \
            "movl 32(%%ebx), %%eax\n\t"                                                            \
            "leal 1(%%eax), %%eax\n\t"                                                             \
            "movl %%eax, 32(%%ebx)\n\t"                                                            \
            "movl %1, %%ecx\n\t" REGION_RDMSR                                                      \
            "movl %%eax, 8(%%ebx)\n\t"                                                             \
            "movl %%edx, 12(%%ebx)\n\t"                                                            \
            "movl %2, %%ecx\n\t" REGION_RDMSR                                                      \
            "movl %%eax, (%%ebx)\n\t"                                                              \
            "movl %%edx, 4(%%ebx)\n\t"                                                             \
            "popal"                                                                                \
            :                                                                                      \
            : "i"(&regions[n]), "i"(MSR_P5_CTR1), "i"(MSR_P5_CTR0)                                 \
            : "memory");                                                                           \
    } while (0)

#define region_end(n)                                                                              \
    do {                                                                                           \
        _Static_assert((n) >= 0 && (n) <= REGIONS, "a region is a constant from 0 to 255");        \
        __asm__ volatile(                                                                          \
            "pushal\n\t"                                                                           \
            "movl %2, %%ecx\n\t" REGION_RDMSR                                                      \
            "movl %%eax, %%esi\n\t"                                                                \
            "movl %%edx, %%edi\n\t"                                                                \
            "movl %1, %%ecx\n\t" REGION_RDMSR                                                      \
            "movl %0, %%ebx\n\t"                                                                   \
            "pushfl\n\t"                                                                           \
            "subl 8(%%ebx), %%eax\n\t"                                                             \
            "sbbl 12(%%ebx), %%edx\n\t"                                                            \
            "andl $0xff, %%edx\n\t"                                                                \
            "addl %%eax, 24(%%ebx)\n\t"                                                            \
            "adcl %%edx, 28(%%ebx)\n\t"                                                            \
            "subl (%%ebx), %%esi\n\t"                                                              \
            "sbbl 4(%%ebx), %%edi\n\t"                                                             \
            "andl $0xff, %%edi\n\t"                                                                \
            "addl %%esi, 16(%%ebx)\n\t"                                                            \
            "adcl %%edi, 20(%%ebx)\n\t"                                                            \
            "incl 36(%%ebx)\n\t"                                                                   \
            "popfl\n\t"                                                                            \
            "popal"                                                                                \
            :                                                                                      \
            : "i"(&regions[n]), "i"(MSR_P5_CTR1), "i"(MSR_P5_CTR0)                                 \
            : "memory");                                                                           \
    } while (0)
