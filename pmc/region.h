/*
 * SPDX-License-Identifier: MIT
 * Region probes for C: code between region_begin(n) and region_end(n) is counted for region n.
 * pmc/region.inc is the same for nasm; a test checks that both give the same machine code.
 *
 * Regions may nest, overlap, repeat and have several ends; a region must end before it begins
 * again. All general registers and the flags are preserved. n is a constant from 0 to 255.
 */
#pragma once

#include <stdint.h>

#define REGIONS 256 /* benchmarks use 0 to 255, the harness slot 256 */

/*
 * Numbers of the counters that a probe reads. As linked, ECX holds this number: see
 * pmc/probe_reads.h.
 */
#define REGION_COUNTERS 2
#define REGION_NEAR     0
#define REGION_FAR      1

/* The counts of one region, in separate cache lines. */
struct region {
    /* The line that a begin reads first, so that none of its stores misses L1. */
    uint64_t near_begin, far_begin; /* counters at the last begin */
    uint32_t entries;
    uint32_t entered_at; /* address of the last begin probe */
    /* The line that an end writes. */
    uint64_t near_sum __attribute__((aligned(32))); /* differences modulo 2^40, in 64 bits */
    uint64_t far_sum;
    uint32_t exits;
    uint32_t left_at;    /* address of the last end probe */
    uint32_t unpaired;   /* OR over all ends of entries - exits after the end: 0 if each end has
                            one begin; bit 31 is set if an end had none */
    uint32_t stub_calls; /* begins and ends by libp5mon's stubs, which have a different overhead */
} __attribute__((aligned(64)));

extern struct region regions[REGIONS + 1];

/* The name of a benchmark's region; the linker collects them. */
struct region_name {
    const char *bench, *name;
    uint32_t number;
};

extern const struct region_name region_names_start[], region_names_end[];

/* An empty region 0, for calibration. */
void region_empty(void);

/* The same by the stubs of libp5mon; NULL in an image without them. */
void region_empty_stub(void) __attribute__((weak));

/* An address other than NULL if a benchmark of the image calls the stubs (make/kernel.mk). */
extern const uint8_t region_stubs_called[] __attribute__((weak));

/* Returns at once, without probes. */
void region_nothing(void);

/* The addresses of the probes' RDMSRs, which pmc/probe_reads.h patches. */
extern uint8_t *const probes_start[], *const probes_end[];

/* RDMSR with its address in .probes. MOV ECX, imm32 must come immediately before it. */
#define REGION_RDMSR                                                                               \
    "771: rdmsr\n\t"                                                                               \
    ".pushsection .probes, \"a\"\n\t"                                                              \
    ".long 771b\n\t"                                                                               \
    ".popsection\n\t"

/*
 * The near counter is read last in a begin and first in an end: 5 instructions are between its two
 * reads, 13 between those of the far counter.
 *
 * PUSHA and POPA pair with nothing, so a probe never shares a clock with the measured code, and the
 * pairs counted belong to the region. The alignment makes a region's code start at the same offset
 * in a cache line everywhere, so that an empty region always costs the same.
 */
#define region_begin(n)                                                                            \
    do {                                                                                           \
        REGION_NUMBER(n);                                                                          \
        REGION_BEGIN_PROBE(n, REGION_MARK("numbered", "named"));                                   \
    } while (0)

#define region_end(n)                                                                              \
    do {                                                                                           \
        REGION_NUMBER(n);                                                                          \
        REGION_END_PROBE("i"(&regions[n]));                                                        \
    } while (0)

/* The same with a number known only at run time, so that one piece of code serves a whole sweep. */
#define region_begin_at(n) REGION_BEGIN_ASM("", "b"(&regions[n]), 0)
#define region_end_at(n)   REGION_END_PROBE("b"(&regions[n]))

/*
 * region("inner loop") { ... } counts a block as a separate region. Blocks are numbered from 0 in
 * the order of the file, so a file has either regions of this kind or numbered ones. A break, goto
 * or return out of the block leaves the region open, which the run reports.
 */
#define region(text) REGION_BLOCK(text, __COUNTER__)

/*
 * At file scope: the name of a numbered region. A macro that makes several needs region_name_as()
 * with a different symbol for each.
 */
#define region_name(n, text) region_name_as(REGION_JOIN(region_name_, __LINE__), n, text)

#define region_name_as(symbol, n, text)                                                            \
    REGION_NUMBER(n);                                                                              \
    REGION_NAME_ENTRY(symbol, n, text)

/* ---- implementation -------------------------------------------------------------------------- */

#define REGION_NUMBER(n)                                                                           \
    _Static_assert((n) >= 0 && (n) <= REGIONS, "a region must be a constant from 0 to 255")

#define REGION_JOIN(a, b)  REGION_JOIN_(a, b)
#define REGION_JOIN_(a, b) a##b

#define REGION_NAME_ENTRY(symbol, n, text)                                                         \
    static const struct region_name symbol                                                         \
        __attribute__((section(".region_names"), used)) = {BENCH_NAME, "" text, n}

#define REGION_BLOCK(text, n)                                                                      \
    for (int REGION_JOIN(region_open_, n) = ({                                                     \
             _Static_assert((n) < REGIONS, "too many named regions in this file: 256 at most");    \
             REGION_NAME_ENTRY(REGION_JOIN(region_name_of_, n), n, text);                          \
             REGION_BEGIN_PROBE(n, REGION_MARK("named", "numbered"));                              \
             1;                                                                                    \
         });                                                                                       \
         REGION_JOIN(region_open_, n); ({                                                          \
             REGION_END_PROBE("i"(&regions[n]));                                                   \
             REGION_JOIN(region_open_, n) = 0;                                                     \
         }))

/* Assembler check that a file does not use a region both by number and by region(name). */
#define REGION_MARK(this, other)                                                                   \
    ".set .Lregion_" this "_%c3, 1\n\t"                                                            \
    ".ifdef .Lregion_" other "_%c3\n\t"                                                            \
    ".error \"region %c3 is numbered, and region(name) uses that number: name it with "         \
    "region_name(%c3, name)\"\n\t"                                                                 \
    ".endif\n\t"

#define REGION_BEGIN_PROBE(n, mark) REGION_BEGIN_ASM(mark, "i"(&regions[n]), n)

/* slot: "i", or "b" if EBX holds it already; NOPs then replace the bytes of the MOV. */
#define REGION_BEGIN_ASM(mark, slot, n)                                                            \
    __asm__ volatile(mark                                                                          \
                     ".p2align 4\n\t" /* in two steps, so that the padding contains no jump */     \
                     ".p2align 5\n"                                                                \
                     "772:\n\t"                                                                    \
                     "pushal\n\t"                                                                  \
                     "movl %0, %%ebx\n\t"                                                          \
                     ".fill 6 - (. - 772b), 1, 0x90\n\t"                                           \
                     "movl 16(%%ebx), %%eax\n\t"                                                   \
                     "leal 1(%%eax), %%eax\n\t"                                                    \
                     "movl %%eax, 16(%%ebx)\n\t"                                                   \
                     "movl $772b, 20(%%ebx)\n\t"                                                   \
                     "movl %1, %%ecx\n\t" REGION_RDMSR                                             \
                     "movl %%eax, 8(%%ebx)\n\t"                                                    \
                     "movl %%edx, 12(%%ebx)\n\t"                                                   \
                     "movl %2, %%ecx\n\t" REGION_RDMSR                                             \
                     "movl %%eax, (%%ebx)\n\t"                                                     \
                     "movl %%edx, 4(%%ebx)\n\t"                                                    \
                     "popal"                                                                       \
                     :                                                                             \
                     : slot, "i"(REGION_FAR), "i"(REGION_NEAR), "i"(n)                             \
                     : "memory")

#define REGION_END_PROBE(slot)                                                                     \
    __asm__ volatile(                                                                              \
        "772:\n\t"                                                                                 \
        "pushal\n\t"                                                                               \
        "movl %2, %%ecx\n\t" REGION_RDMSR                                                          \
        "movl %%eax, %%esi\n\t"                                                                    \
        "movl %%edx, %%edi\n\t"                                                                    \
        "movl %1, %%ecx\n\t" REGION_RDMSR                                                          \
        "movl %0, %%ebx\n\t"                                                                       \
        "pushfl\n\t"                                                                               \
        "subl 8(%%ebx), %%eax\n\t"                                                                 \
        "sbbl 12(%%ebx), %%edx\n\t"                                                                \
        "andl $0xff, %%edx\n\t"                                                                    \
        "addl %%eax, 40(%%ebx)\n\t"                                                                \
        "adcl %%edx, 44(%%ebx)\n\t"                                                                \
        "subl (%%ebx), %%esi\n\t"                                                                  \
        "sbbl 4(%%ebx), %%edi\n\t"                                                                 \
        "andl $0xff, %%edi\n\t"                                                                    \
        "addl %%esi, 32(%%ebx)\n\t"                                                                \
        "adcl %%edi, 36(%%ebx)\n\t"                                                                \
        "movl $772b, 52(%%ebx)\n\t"                                                                \
        "movl 16(%%ebx), %%eax\n\t"                                                                \
        "incl 48(%%ebx)\n\t"                                                                       \
        "subl 48(%%ebx), %%eax\n\t"                                                                \
        "orl %%eax, 56(%%ebx)\n\t"                                                                 \
        "popfl\n\t"                                                                                \
        "popal"                                                                                    \
        :                                                                                          \
        : slot, "i"(REGION_FAR), "i"(REGION_NEAR)                                                  \
        : "memory")
