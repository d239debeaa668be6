/*
 * SPDX-License-Identifier: MIT
 * Rows of the score on registers and on the exceptions of accesses to them.
 */
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/score/score_direct.h"

/* A number that no processor of these families assigns to a register. */
#define MSR_NOWHERE 0x4BADBAD

/* Vectors: SDM volume 3, table 6-1. */
#define VECTOR_UD 6
#define VECTOR_GP 13

/* Ends an access that may fault: its fixup makes EDI the vector (kernel/machine/trap.c). */
#define SCORE_REGISTERS_CAUGHT                                                                     \
    "2:\n\t"                                                                                       \
    ".pushsection .fixups, \"a\"\n\t"                                                              \
    ".long 1b, 2b\n\t"                                                                             \
    ".popsection"

static void score_registers_set_vector(struct score *score, unsigned row, int vector)
{
    char text[SCORE_VALUE_BYTES];
    if (vector == VECTOR_UD)
        format(text, sizeof text, "#UD");
    else if (vector == VECTOR_GP)
        format(text, sizeof text, "#GP");
    else
        format(text, sizeof text, "exception %d", vector);
    score_value_set_text(score, row, text);
}

/* ---- RDPMC ----------------------------------------------------------------------------------- */

/*
 * The instruction is data, because the image has none that a plain P5 lacks. It is called, so that
 * the code around it is the same with and without an exception.
 */
__asm__(
    ".pushsection .data\n"
    "score_registers_rdpmc_code:\n"
    ".byte 0x0F, 0x33\n" /* RDPMC */
    "score_registers_rdpmc_end:\n"
    "ret\n"
    ".popsection\n"
    ".pushsection .fixups, \"a\"\n"
    ".long score_registers_rdpmc_code, score_registers_rdpmc_end\n"
    ".popsection\n");

/* Reads counter 0. Returns 0, or the vector that the processor raised. */
static int score_registers_try_rdpmc(uint32_t *value)
{
    int vector = 0;
    uint32_t high;
    __asm__ volatile("call score_registers_rdpmc_code"
                     : "=a"(*value), "=d"(high), "+D"(vector)
                     : "c"(0));
    return vector;
}

/* Starts all counters with an event that advances, if there are any. */
static void score_registers_start(const struct pmc *pmc)
{
    static const char name[] = "instructions_executed";
    static struct pmc_counted counted[PMC_MAX_COUNTERS];
    for (unsigned i = 0; i < pmc->counters; i++)
        counted[i] = (struct pmc_counted){.event = pmc_event_find(pmc, name, sizeof name - 1),
                                          .rings = PMC_RING_KERNEL};
    pmc->start(counted);
}

void score_registers_rdpmc(struct score *score, unsigned row)
{
    const struct pmc *pmc = score->run->pmc;
    uint32_t first = 0, then = 0;
    if (pmc && pmc->notation) {
        score_value_set_unmeasurable(score, row, "not for the counters of a Pentium 4");
        return;
    }
    if (pmc)
        score_registers_start(pmc);
    int vector = score_registers_try_rdpmc(&first);
    if (!vector)
        vector = score_registers_try_rdpmc(&then);
    if (pmc)
        pmc->stop();
    if (vector)
        score_registers_set_vector(score, row, vector);
    else
        score_value_set_text(score, row, first == then ? "still" : "counts");
}

/* ---- MSRs ------------------------------------------------------------------------------------ */

void score_registers_msr_undefined(struct score *score, unsigned row)
{
    uint64_t value;
    if (!(score->cpu->id.features & CPUID_MSR)) {
        score_value_set_unmeasurable(score, row, "no MSRs");
        return;
    }
    int vector = x86_rdmsr_safe(MSR_NOWHERE, &value);
    if (vector)
        score_registers_set_vector(score, row, vector);
    else
        score_value_set_text(score, row, "reads");
}

/* ---- control registers ----------------------------------------------------------------------- */

/*
 * Reserved bits of CR4 are not tried: QEMU 7.2 does not continue after a MOV to CR4 that sets one
 * which its processor lacks.
 */
void score_registers_cr0_et(struct score *score, unsigned row)
{
    const uint32_t before = read_cr0();
    write_cr0(before & ~CR0_ET);
    const bool set = read_cr0() & CR0_ET;
    write_cr0(before);
    score_value_set_text(score, row, set ? "set" : "clear");
}

void score_registers_cr0_nw(struct score *score, unsigned row)
{
    if (!score->has_time_stamp) { /* a 486 lets NW be set alone */
        score_value_set_unmeasurable(score, row, "not for a 486");
        return;
    }
    const uint32_t before = read_cr0();
    int vector = 0;
    __asm__ volatile("1: movl %1, %%cr0\n" SCORE_REGISTERS_CAUGHT
                     : "+D"(vector)
                     : "r"((before & ~CR0_CD) | CR0_NW)
                     : "memory");
    write_cr0(before);
    if (vector)
        score_registers_set_vector(score, row, vector);
    else
        score_value_set_text(score, row, "accepts");
}
