/*
 * SPDX-License-Identifier: MIT
 * The P5's two counters: setting them through CESR, and finding out whether they count.
 */
#include "pmc/p5.h"

#include "kernel/x86.h"
#include "pmc/pmc.h"
#include "pmc/reading.h"
#include "pmc/region.h"

/* The fields of a counter for what it is to count. */
static uint32_t control_field(const struct counted *counted)
{
    uint32_t field = 0;
    if (!counted->event)
        return 0;
    if (counted->rings & PMC_RING_KERNEL)
        field |= CESR_CC_KERNEL;
    if (counted->rings & PMC_RING_USER)
        field |= CESR_CC_USER;
    if (counted->event->code == EVENT_CODE_CLOCKS)
        return field | CESR_CC_CLOCKS;
    return field | ((uint32_t)counted->event->code & CESR_ES_MASK) << CESR_ES_SHIFT;
}

/* One counter cannot be set alone: all of CESR is read and written, reserved bits as they were. */
static uint32_t cesr_with(uint32_t cesr, uint32_t field0, uint32_t field1)
{
    cesr &= ~(CESR_COUNTER_MASK | CESR_COUNTER_MASK << CESR_COUNTER_SHIFT);
    return cesr | field0 | field1 << CESR_COUNTER_SHIFT;
}

static void p5_stop(void)
{
    wrmsr(MSR_P5_CESR, cesr_with((uint32_t)rdmsr(MSR_P5_CESR), 0, 0));
}

static void p5_start(const struct counted counted[])
{
    p5_stop(); /* a counter is stopped before it is cleared and given another event */
    wrmsr(MSR_P5_CTR0, 0);
    wrmsr(MSR_P5_CTR1, 0);
    uint32_t cesr = (uint32_t)rdmsr(MSR_P5_CESR);
    wrmsr(MSR_P5_CESR, cesr_with(cesr, control_field(&counted[0]), control_field(&counted[1])));
}

#define SELFTEST_NOPS 100

/*
 * What the counter in `msr` advances by between two reads with `nops` NOPs between them. One piece
 * of assembly, so that the compiler adds nothing of its own between the reads.
 */
#define ADVANCE_OVER(nops, msr, advance)                                                           \
    __asm__ volatile(                                                                              \
        "rdmsr\n\t"                                                                                \
        "movl %%eax, %%esi\n\t"                                                                    \
        "movl %%edx, %%edi\n\t"                                                                    \
        ".rept %c2\n\tnop\n\t.endr\n\t"                                                            \
        "rdmsr\n\t"                                                                                \
        "subl %%esi, %%eax\n\t"                                                                    \
        "sbbl %%edi, %%edx"                                                                        \
        : "=&A"(advance)                                                                           \
        : "c"(msr), "i"(nops)                                                                      \
        : "esi", "edi", "cc")

/* CESR keeps both event selects and the control bits written to it. */
static void selftest_cesr(struct pmc_selftest *result)
{
    result->name = "cesr";
    uint64_t before;
    if (rdmsr_safe(MSR_P5_CESR, &before)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    uint32_t pattern = (0x2A | CESR_CC_USER) | (0x15 | CESR_CC_USER) << CESR_COUNTER_SHIFT;
    result->expect = cesr_with((uint32_t)before, pattern & 0xFFFF, pattern >> 16);
    if (wrmsr_safe(MSR_P5_CESR, result->expect) || rdmsr_safe(MSR_P5_CESR, &result->got)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    result->status = result->got == result->expect ? PMC_OK : PMC_UNSUPPORTED;
    p5_stop();
}

/* Both counters count executed instructions. */
static const struct counted *instructions(void)
{
    static const char name[] = "instructions_executed";
    static struct counted both[P5_COUNTERS];
    for (unsigned counter = 0; counter < P5_COUNTERS; counter++)
        both[counter] =
            (struct counted){pmc_find_event(&p5_pmc, name, sizeof name - 1), PMC_RING_KERNEL};
    return both;
}

/* A counter of executed instructions advances by 100 over 100 NOPs, reading it apart. */
static void selftest_counter(unsigned counter, struct pmc_selftest *result)
{
    static const char *const names[P5_COUNTERS] = {"ctr0", "ctr1"};
    uint32_t msr = MSR_P5_CTR0 + counter;
    result->name = names[counter];
    result->expect = SELFTEST_NOPS;

    uint64_t value;
    if (rdmsr_safe(msr, &value)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    p5_start(instructions());
    uint64_t without, with;
    ADVANCE_OVER(0, msr, without);
    ADVANCE_OVER(SELFTEST_NOPS, msr, with);
    p5_stop();
    result->got = (with - without) & P5_COUNTER_MASK;
    result->status = result->got == result->expect ? PMC_OK : PMC_STUCK;
}

/* A counter at rest, read by RDPMC; -1 where that faults. Linked as a probe's RDMSR. */
static int read_by_rdpmc(uint32_t *value)
{
    int vector = 0;
    uint32_t high;
    reading_exchange(READ_BY_RDPMC);
    __asm__ volatile("movl %[ctr1], %%ecx\n\t" REGION_RDMSR
                     "1:\n\t"
                     ".pushsection .fixups, \"a\"\n\t"
                     ".long 771b, 1b\n\t"
                     ".popsection"
                     : "=a"(*value), "=d"(high), "+D"(vector)
                     : [ctr1] "i"(MSR_P5_CTR1)
                     : "ecx");
    reading_exchange(READ_BY_RDMSR);
    return vector ? -1 : 0;
}

/* RDPMC gives what RDMSR does. CR4.PCE lets ring 3 use it from here on. */
static void selftest_rdpmc(struct pmc_selftest *result)
{
    result->name = "rdpmc";
    uint64_t value;
    if (rdmsr_safe(MSR_P5_CTR1, &value)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    p5_start(instructions());
    p5_stop();
    result->expect = (uint32_t)rdmsr(MSR_P5_CTR1);
    write_cr4(read_cr4() | CR4_PCE);
    uint32_t got;
    if (!(read_cr4() & CR4_PCE) || read_by_rdpmc(&got)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    result->got = got;
    result->status = got == result->expect ? PMC_OK : PMC_STUCK;
}

static void p5_selftest(unsigned test, struct pmc_selftest *result)
{
    *result = (struct pmc_selftest){0};
    if (test == 0)
        selftest_cesr(result);
    else if (test <= P5_COUNTERS)
        selftest_counter(test - 1, result);
    else
        selftest_rdpmc(result);
}

const struct pmc p5_pmc = {
    .name = "P5",
    .counters = P5_COUNTERS,
    .events = p5_events,
    .n_events = P5_EVENTS,
    .n_selftests = 1 + P5_COUNTERS,
    .selftest = p5_selftest,
    .start = p5_start,
    .stop = p5_stop,
};

const struct pmc p55c_pmc = {
    .name = "P55C",
    .counters = P5_COUNTERS,
    .events = p5_events,
    .n_events = P55C_EVENTS,
    .has_rdpmc = true,
    .n_selftests = 1 + P5_COUNTERS + 1,
    .selftest = p5_selftest,
    .start = p5_start,
    .stop = p5_stop,
};
