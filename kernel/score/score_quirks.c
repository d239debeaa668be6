/*
 * SPDX-License-Identifier: MIT
 * Rows of the score on quirks: division, code that modifies itself, and caches that are switched
 * off.
 */
#include "kernel/lib/x86.h"
#include "kernel/score/score_direct.h"

/* ---- division -------------------------------------------------------------------------------- */

void score_quirks_fdiv(struct score *score, unsigned row)
{
    if (score->cpu->id.features & CPUID_FPU)
        score_value_set_text(score, row, processor_identity_fdiv_flaw() ? "flawed" : "exact");
    else
        score_value_set_unmeasurable(score, row, "no x87");
}

void score_quirks_divide_flags(struct score *score, unsigned row)
{
    score_value_set_text(score, row, processor_identity_quiet_divide() ? "kept" : "changed");
}

/* ---- code that modifies itself --------------------------------------------------------------- */

/* Code that changes the constant of its next instruction from 1 to 2, both in one line. */
__asm__(
    ".pushsection .data\n"
    ".balign 32\n"
    "score_quirks_modify:\n"
    "movl $2, score_quirks_modified + 1\n"
    "score_quirks_modified:\n"
    "movl $1, %eax\n"
    "ret\n"
    ".popsection\n");

static uint32_t score_quirks_run_modified(void)
{
    uint32_t value;
    __asm__ volatile(
        "call score_quirks_modify\n\t"
        "movl $1, score_quirks_modified + 1"
        : "=a"(value)
        :
        : "memory");
    return value;
}

/* The second execution has the code in the cache and in prefetch buffers. */
void score_quirks_self_modifying(struct score *score, unsigned row)
{
    (void)score_quirks_run_modified();
    score_value_set_text(score, row, score_quirks_run_modified() == 2 ? "new" : "old");
}

/* ---- caches ---------------------------------------------------------------------------------- */

#define READS 32

/* Returns the clocks of a chain of reads of one line. */
static __attribute__((noinline)) int64_t score_quirks_read_clocks(void)
{
    static void *line;
    line = &line;
    void *at = &line;
    (void)cpuid(0);
    const uint64_t begin = rdtsc();
    __asm__ volatile(".rept %c1\n\tmovl (%0), %0\n\t.endr" : "+r"(at) : "i"(READS) : "memory");
    (void)cpuid(0);
    return (int64_t)(rdtsc() - begin);
}

/* The code and the line are in the caches; then CD stops fills, and the caches are not flushed. */
void score_quirks_cd_hit(struct score *score, unsigned row)
{
    const uint32_t before = read_cr0();
    int64_t with = 0, without = 0;
    if (!score_value_needs_clocks(score, row))
        return;
    for (unsigned i = 0; i < 3; i++)
        with = score_quirks_read_clocks();
    write_cr0(before | CR0_CD);
    for (unsigned i = 0; i < 2; i++)
        without = score_quirks_read_clocks();
    write_cr0(before);
    score_value_set_text(score, row, without <= 2 * with ? "hit" : "miss");
}
