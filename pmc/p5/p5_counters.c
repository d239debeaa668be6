/*
 * SPDX-License-Identifier: MIT
 * Sets the P5's two counters through CESR, and self-tests them.
 */
#include "pmc/p5/p5_counters.h"

#include "kernel/lib/format.h"
#include "kernel/lib/x86.h"
#include "pmc/p5/cesr_field.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p5/p5_registers.h"
#include "pmc/p5/p5_switches.h"
#include "pmc/probe_reads.h"
#include "pmc/region.h"

/*
 * Writes all of CESR at once with reserved bits 0, as other kernels do. The value of
 * reserved bits when read is not documented, so it is not written back.
 */
static void write_cesr(uint32_t field0, uint32_t field1)
{
    wrmsr(MSR_P5_CESR, field0 | field1 << CESR_COUNTER_SHIFT);
}

static void p5_stop(void)
{
    write_cesr(0, 0);
}

static void p5_start(const struct pmc_counted counted[])
{
    p5_stop(); /* stop a counter before clearing it and changing its event */
    wrmsr(MSR_P5_CTR0, 0);
    wrmsr(MSR_P5_CTR1, 0);
    write_cesr(cesr_field(&counted[0]), cesr_field(&counted[1]));
}

/* PM0 signals an overflow of counter 0, not each increment: SDM volume 3, 18.23.2. */
static void p5_start_armed(const struct pmc_counted counted[], uint32_t count)
{
    p5_stop();
    wrmsr(MSR_P5_CTR0, -(uint64_t)count & P5_COUNTER_MASK);
    wrmsr(MSR_P5_CTR1, 0);
    write_cesr(cesr_field(&counted[0]) | CESR_PC, cesr_field(&counted[1]));
}

#define SELFTEST_NOPS  100
#define SELFTEST_TRIES 5

/*
 * Sets `advance` to the advance of counter `msr` between two reads with `nops` NOPs between them.
 * It is one asm statement so that the compiler adds no instructions between the reads.
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

/*
 * Events 29h and 16h exist on every P5 and have complementary bits, so the two patterns set and
 * clear every bit of an event select and of the two rings.
 */
#define PATTERN(es0, cc0, es1, cc1) ((es0 | cc0) | (uint32_t)(es1 | cc1) << CESR_COUNTER_SHIFT)

#define PATTERNS 2
static const uint32_t cesr_patterns[PATTERNS] = {
    PATTERN(0x29, CESR_CC_USER, 0x16, CESR_CC_KERNEL),
    PATTERN(0x16, CESR_CC_KERNEL, 0x29, CESR_CC_USER),
};

/* The same for event selects of seven bits. */
static const uint32_t wide_patterns[PATTERNS] = {
    PATTERN(0x29, CESR_CC_USER | CESR_EVENT_6, 0x16, CESR_CC_KERNEL),
    PATTERN(0x16, CESR_CC_KERNEL, 0x29, CESR_CC_USER | CESR_EVENT_6),
};

/*
 * Tests that CESR retains event selects and rings, in the bits of `fields` for each counter; its
 * other bits may hold anything.
 */
static void p5_counter_selftest_cesr(const uint32_t patterns[], uint32_t fields,
                                     struct pmc_selftest *result)
{
    const uint32_t there = fields | fields << CESR_COUNTER_SHIFT;
    uint64_t before, read;
    result->name = "cesr";
    result->status = PMC_UNSUPPORTED;
    if (x86_rdmsr_safe(MSR_P5_CESR, &before))
        return;
    for (unsigned i = 0; i < PATTERNS; i++) {
        result->expect = patterns[i];
        if (x86_wrmsr_safe(MSR_P5_CESR, patterns[i]) || x86_rdmsr_safe(MSR_P5_CESR, &read))
            return;
        result->got = (uint32_t)read & there;
        format(result->seen, sizeof result->seen, "%08x:%08x -> %08x:%08x",
               (unsigned)(before >> 32), (unsigned)before, (unsigned)(read >> 32), (unsigned)read);
        if (result->got != result->expect)
            return;
    }
    result->status = PMC_OK;
    p5_stop();
}

/* Both counters set to count executed instructions. */
static const struct pmc_counted *p5_counter_instructions(void)
{
    static const char name[] = "instructions_executed";
    static struct pmc_counted both[P5_COUNTERS];
    for (unsigned counter = 0; counter < P5_COUNTERS; counter++)
        both[counter] = (struct pmc_counted){
            .event = pmc_event_find(&p5_pmc, name, sizeof name - 1), .rings = PMC_RING_KERNEL};
    return both;
}

/*
 * Returns the counter's advance over 100 NOPs minus the advance of reading it twice. *moved:
 * whether it advanced at all.
 */
static int64_t p5_counter_count_nops(uint32_t msr, bool *moved)
{
    uint64_t without, with;
    ADVANCE_OVER(0, msr, without);
    ADVANCE_OVER(SELFTEST_NOPS, msr, with);
    *moved |= (with & P5_COUNTER_MASK) != 0;
    return (int64_t)((with - without) << P5_COUNTER_SPARE) >> P5_COUNTER_SPARE;
}

static int64_t p5_counter_distance(int64_t got)
{
    return got < SELFTEST_NOPS ? SELFTEST_NOPS - got : got - SELFTEST_NOPS;
}

/*
 * A counter of executed instructions must advance by 100 over 100 NOPs, not counting the reads.
 * Uses the best of several tries, since an interruption by system management mode may have been
 * counted.
 */
static void p5_counter_selftest(unsigned counter, struct pmc_selftest *result)
{
    static const char *const names[P5_COUNTERS] = {"ctr0", "ctr1"};
    uint32_t msr = MSR_P5_CTR0 + counter;
    result->name = names[counter];
    result->expect = SELFTEST_NOPS;

    uint64_t value;
    if (x86_rdmsr_safe(msr, &value)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    bool moved = false;
    p5_start(p5_counter_instructions());
    for (unsigned try = 0; try < SELFTEST_TRIES; try++) {
        int64_t got = p5_counter_count_nops(msr, &moved);
        if (try == 0 || p5_counter_distance(got) < p5_counter_distance(result->got))
            result->got = got;
    }
    p5_stop();
    result->status = result->got == result->expect ? PMC_OK : moved ? PMC_OFF : PMC_STUCK;
}

/*
 * Tests that RDPMC returns the value of RDMSR, of a counter that has counted, and sets CR4.PCE so
 * that ring 3 can use it.
 */
static void p5_counter_selftest_rdpmc(struct pmc_selftest *result)
{
    result->name = "rdpmc";
    uint64_t value;
    if (x86_rdmsr_safe(MSR_P5_CTR1, &value)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    p5_start(p5_counter_instructions());
    p5_stop();
    result->expect = (uint32_t)rdmsr(MSR_P5_CTR1);
    write_cr4(read_cr4() | CR4_PCE);
    uint32_t got;
    if (!(read_cr4() & CR4_PCE) || probe_reads_try_rdpmc(&p55c_pmc, &got)) {
        result->status = PMC_UNSUPPORTED;
        return;
    }
    result->got = got;
    result->status = got != result->expect ? PMC_OFF : got ? PMC_OK : PMC_STUCK;
}

static void p5_selftest(unsigned test, struct pmc_selftest *result)
{
    *result = (struct pmc_selftest){0};
    if (test == 0)
        p5_counter_selftest_cesr(cesr_patterns, CESR_COUNTER_MASK, result);
    else if (test <= P5_COUNTERS)
        p5_counter_selftest(test - 1, result);
    else
        p5_counter_selftest_rdpmc(result);
}

/* Does not test PC: perfctr sets bits 8 to 0 and 10 of a 6x86MX. */
static void mii_selftest(unsigned test, struct pmc_selftest *result)
{
    *result = (struct pmc_selftest){0};
    if (test == 0)
        p5_counter_selftest_cesr(wide_patterns, (CESR_COUNTER_MASK & ~CESR_PC) | CESR_EVENT_6,
                                 result);
    else
        p5_selftest(test, result);
}

/* Leaves out the one P5 event that Cyrix documents differently (SandPile). */
static bool mii_counts(const struct pmc_counted *counted)
{
    return counted->event->code != P5_clocks_stalled_write_to_M_or_E_line;
}

/*
 * Whether CESR returns what is written to its reserved bits, as plain memory would. A chip may
 * refuse the write, or read them as anything.
 */
static bool p5_counter_retains_undefined_bits(void)
{
    static const uint32_t written[] = {CESR_RESERVED, CESR_RESERVED & 0x55555555,
                                       CESR_RESERVED & 0xAAAAAAAA, 0};
    bool retains = true;
    for (unsigned i = 0; i < sizeof written / sizeof written[0]; i++) {
        uint64_t read = 0;
        retains &= !x86_wrmsr_safe(MSR_P5_CESR, written[i]) &&
                   !x86_rdmsr_safe(MSR_P5_CESR, &read) && (read & CESR_RESERVED) == written[i];
    }
    (void)x86_wrmsr_safe(MSR_P5_CESR, 0);
    return retains;
}

/* P5_MC_ADDR, P5_MC_TYPE, TSC (SDM volume 4, Pentium processors). */
static const uint32_t p5_msrs[] = {0, 1, MSR_P5_TSC};

/*
 * FPU, VME, DE, PSE, TSC, MSR, MCE and CX8 (AP-485). NOPs pair; IMUL takes 9 clocks where measured,
 * 10 in the manual (P5 Developer's Manual, volume 3). Extreme clocks: 233 MHz, 300 MHz mobile.
 */
#define P5_CHIP(more_features)                                                                     \
    {                                                                                              \
        .features = 0x1BF | (more_features), .most_mhz = 350, .counter_bits = 40, .nop = {45, 60}, \
        .imul = {850, 1150}, .msrs = p5_msrs, .n_msrs = sizeof p5_msrs / sizeof p5_msrs[0],        \
        .retains_undefined_bits = p5_counter_retains_undefined_bits,                               \
    }

static const struct chip_facts p5_chip = P5_CHIP(0), p55c_chip = P5_CHIP(1u << 23); /* MMX */

static const struct pmc_selectors cesr = {MSR_P5_CESR, MSR_P5_CESR, ~CESR_RESERVED};

const struct pmc p5_pmc = {
    .name = "P5",
    .chip = &p5_chip,
    .counters = P5_COUNTERS,
    .first_msr = MSR_P5_CTR0,
    .selectors = &cesr,
    .switches = &p5_switches,
    .events = p5_events,
    .n_events = P5_EVENTS,
    .n_selftests = 1 + P5_COUNTERS,
    .selftest = p5_selftest,
    .start = p5_start,
    .stop = p5_stop,
    .start_armed = p5_start_armed,
};

const struct pmc p55c_pmc = {
    .name = "P55C",
    .chip = &p55c_chip,
    .counters = P5_COUNTERS,
    .first_msr = MSR_P5_CTR0,
    .selectors = &cesr,
    .switches = &p5_switches,
    .events = p5_events,
    .n_events = P55C_EVENTS,
    .has_rdpmc = true,
    .n_selftests = 1 + P5_COUNTERS + 1,
    .selftest = p5_selftest,
    .start = p5_start,
    .stop = p5_stop,
    .start_armed = p5_start_armed,
};

static const struct pmc_selectors mii_cesr = {
    MSR_P5_CESR, MSR_P5_CESR, ~CESR_RESERVED | CESR_EVENT_6 | CESR_EVENT_6 << CESR_COUNTER_SHIFT};

const struct pmc mii_pmc = {
    .name = "6x86MX",
    .counters = P5_COUNTERS,
    .first_msr = MSR_P5_CTR0,
    .selectors = &mii_cesr,
    .events = p5_events,
    .n_events = P5_EVENTS,
    .has_rdpmc = true,
    .n_selftests = 1 + P5_COUNTERS + 1,
    .selftest = mii_selftest,
    .start = p5_start,
    .stop = p5_stop,
    .start_armed = p5_start_armed,
    .counts = mii_counts,
};
