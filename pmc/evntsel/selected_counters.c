/*
 * SPDX-License-Identifier: MIT
 * Sets, reads and self-tests counters that have a selector each.
 * RDMSR and RDPMC are executed out of order like any other instruction, so CPUID instructions
 * enclose each read.
 */
#include "pmc/evntsel/selected_counters.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/virtual_pentium.h"
#include "kernel/lib/x86.h"
#include "pmc/evntsel/selector.h"
#include "pmc/probe_reads.h"

/* Bits of a K7 counter. A P6 accepts the lower 32 bits of a write and copies bit 31 upward. */
#define COUNTERS_KEPT ((1ll << 48) - 1)

/*
 * Sets the highest counter first, since selector 0 starts both counters of a P6. Counter 0 starts
 * at `first`.
 */
static void selected_start_from(const struct selected_counters *family,
                                const struct pmc_counted counted[], int64_t first)
{
    selected_stop(family);
    for (unsigned c = 0; c < family->pmc->counters; c++) {
        uint32_t msr = family->pmc->first_msr + c;
        wrmsr(msr, c ? 0 : (uint64_t)first);
    }
    for (unsigned c = family->pmc->counters; c-- > 0;) {
        bool enabled = family->one_enable ? c == 0 : counted[c].event != NULL;
        uint32_t msr = family->first_selector + c;
        wrmsr(msr, selector_encode(&counted[c]) | (enabled ? EVNTSEL_ENABLE : 0) |
                       (first && c == 0 ? EVNTSEL_INTERRUPT : 0));
    }
}

void selected_start(const struct selected_counters *family, const struct pmc_counted counted[])
{
    selected_start_from(family, counted, 0);
}

void selected_start_armed(const struct selected_counters *family,
                          const struct pmc_counted counted[], uint32_t count)
{
    selected_start_from(family, counted, -(int64_t)count & COUNTERS_KEPT);
}

void selected_stop(const struct selected_counters *family)
{
    for (unsigned c = 0; c < family->pmc->counters; c++) {
        uint32_t msr = family->first_selector + c;
        wrmsr(msr, 0);
    }
}

/* ---- self-test ------------------------------------------------------------------------------ */

/* Together they set and clear each bit except EN and INT, so that no counter runs. */
#define PATTERNS 2
static const uint32_t patterns[PATTERNS] = {
    0x55555555u & EVNTSEL_KEPT & ~(EVNTSEL_ENABLE | EVNTSEL_INTERRUPT),
    0xAAAAAAAAu & EVNTSEL_KEPT & ~(EVNTSEL_ENABLE | EVNTSEL_INTERRUPT),
};

static void selected_selftest_selectors(const struct selected_counters *family,
                                        struct pmc_selftest *result)
{
    result->name = "evntsel";
    result->status = PMC_UNSUPPORTED;
    for (unsigned i = 0; i < family->pmc->counters * PATTERNS; i++) {
        uint32_t msr = family->first_selector + i / PATTERNS;
        uint64_t before, read;
        result->expect = patterns[i % PATTERNS];
        if (x86_rdmsr_safe(msr, &before) || x86_wrmsr_safe(msr, result->expect) ||
            x86_rdmsr_safe(msr, &read))
            return;
        result->got = (uint32_t)read & EVNTSEL_KEPT;
        format(result->seen, sizeof result->seen, "%08x -> %08x", (unsigned)before, (unsigned)read);
        if (result->got != result->expect)
            return;
    }
    result->status = PMC_OK;
    selected_stop(family);
}

#define SELFTEST_NOPS  100
#define SELFTEST_TRIES 5

/*
 * Sets `advance` to the counter's advance (number in ESI) between two reads with `nops` NOPs
 * between them.
 */
#define ADVANCE_OVER(nops, msr, advance)                                                           \
    do {                                                                                           \
        uint32_t from = (msr), high;                                                               \
        __asm__ volatile(                                                                          \
            "xorl %%eax, %%eax\n\t"                                                                \
            "cpuid\n\t"                                                                            \
            "movl %%esi, %%ecx\n\t"                                                                \
            "rdmsr\n\t"                                                                            \
            "movl %%eax, %%edi\n\t"                                                                \
            ".rept " #nops                                                                         \
            "\n\tnop\n\t.endr\n\t"                                                                 \
            "xorl %%eax, %%eax\n\t"                                                                \
            "cpuid\n\t"                                                                            \
            "movl %%esi, %%ecx\n\t"                                                                \
            "rdmsr\n\t"                                                                            \
            "subl %%edi, %%eax"                                                                    \
            : "=&a"(advance), "=&d"(high), "+S"(from)                                              \
            :                                                                                      \
            : "ebx", "ecx", "edi", "cc");                                                          \
    } while (0)

static const struct pmc_counted *selected_instructions(const struct pmc *pmc)
{
    static const char name[] = "instructions";
    static struct pmc_counted all[PMC_MAX_COUNTERS];
    for (unsigned c = 0; c < pmc->counters; c++)
        all[c] = (struct pmc_counted){.event = pmc_event_find(pmc, name, sizeof name - 1),
                                      .rings = PMC_RING_KERNEL};
    return all;
}

/*
 * Uses the best of several tries, since an interruption by system management mode may have been
 * counted.
 */
static void selected_selftest_counter(const struct selected_counters *family, unsigned counter,
                                      struct pmc_selftest *result)
{
    static const char *const names[] = {"ctr0", "ctr1", "ctr2", "ctr3"};
    uint32_t msr = family->pmc->first_msr + counter, with, without;
    uint64_t value;
    bool moved = false;
    result->name = names[counter];
    result->expect = SELFTEST_NOPS;
    result->status = PMC_UNSUPPORTED;
    if (x86_rdmsr_safe(msr, &value))
        return;
    selected_start(family, selected_instructions(family->pmc));
    for (unsigned try = 0; try < SELFTEST_TRIES && result->got != SELFTEST_NOPS; try++) {
        ADVANCE_OVER(0, msr, without);
        ADVANCE_OVER(100, msr, with);
        moved |= with != 0;
        result->got = (int32_t)(with - without);
    }
    selected_stop(family);
    result->status = result->got == SELFTEST_NOPS ? PMC_OK : moved ? PMC_OFF : PMC_STUCK;
}

static void selected_selftest_rdpmc(const struct selected_counters *family, bool spare_ring_3,
                                    struct pmc_selftest *result)
{
    uint32_t msr = family->pmc->first_msr + REGION_FAR, got;
    uint64_t value;
    result->name = "rdpmc";
    result->status = PMC_UNSUPPORTED;
    if (spare_ring_3 || x86_rdmsr_safe(msr, &value))
        return;
    selected_start(family, selected_instructions(family->pmc));
    selected_stop(family);
    result->expect = (uint32_t)rdmsr(msr);
    write_cr4(read_cr4() | CR4_PCE);
    if (!(read_cr4() & CR4_PCE) || probe_reads_try_rdpmc(family->pmc, &got))
        return;
    result->got = got;
    result->status = result->got != result->expect ? PMC_OFF : result->got ? PMC_OK : PMC_STUCK;
}

void selected_selftest(const struct selected_counters *family, unsigned test, bool spare_ring_3,
                       struct pmc_selftest *result)
{
    *result = (struct pmc_selftest){0};
    if (test == 0)
        selected_selftest_selectors(family, result);
    else if (test <= family->pmc->counters)
        selected_selftest_counter(family, test - 1, result);
    else
        selected_selftest_rdpmc(family, spare_ring_3, result);
}

/* ---- events counted by the virtual machine --------------------------------------------------- */

#define MSR_COUNTED       0xB0000000u
#define CODES_OF_REGISTER 64

bool selected_counts(const struct pmc_counted *counted)
{
    uint16_t code = counted->event == &pmc_raw_event ? counted->raw : counted->event->code;
    uint32_t msr = MSR_COUNTED + code / CODES_OF_REGISTER;
    uint64_t known;
    if (!virtual_pentium())
        return true;
    return x86_rdmsr_safe(msr, &known) || (known >> code % CODES_OF_REGISTER & 1);
}
