/*
 * SPDX-License-Identifier: MIT
 * Precise samples (PEBS): samples that a Pentium 4 stores itself (Intel SDM volume 3B of 2016,
 * 18.15.7 and 17.4.9).
 * One is stored at each overflow of counter 16, which then restarts from the area's reset value.
 * There is no interrupt; when the buffer is full, no more samples are stored.
 */
#include "pmc/netburst/counters/netburst_counters.h"

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "pmc/netburst/netburst_notation.h"

#define MSR_MISC_ENABLE 0x1A0u
#define NO_PEBS         (1u << 12)
#define MSR_DS_AREA     0x600u

#define STORING    16u
#define ON_STORING "@16"

/* The DS management area in 32-bit format. */
struct netburst_precise_area {
    struct netburst_precise_buffer {
        uint32_t base, index, end, threshold;
    } branches, samples;
    uint32_t reset, reset_high;
    uint32_t none[6];
};
#define SAMPLE_BYTES sizeof(struct pmc_registers)
_Static_assert(SAMPLE_BYTES == 40, "the processor fixes the layout of a sample");

static const struct netburst_precise_area *under_way;

static const char *netburst_precise_prepare(const struct pmc_counted *event,
                                            struct pmc_counted pass[])
{
    uint64_t misc;
    static char why[200];
    char text[160];
    struct netburst_count counts[2];
    struct netburst_plan plan;
    if (x86_rdmsr_safe(MSR_MISC_ENABLE, &misc) || (misc & NO_PEBS))
        return "this processor reports that it cannot store samples";
    if (!netburst_count_of(event).tagged)
        return "samples can be stored only for events that are counted by tags, such as "
               "memory_loads, x87_fp_retired and 1stl_cache_load_miss_retired: 'bareprobe list "
               "events' lists them after machine_clear";
    int length = netburst_notation.write(event, true, text, sizeof text - sizeof ON_STORING);
    memcpy(text + length, ON_STORING, sizeof ON_STORING);
    length += (int)sizeof ON_STORING - 1;
    if (netburst_notation.read(event->event, text, (size_t)length, &pass[0], why, sizeof why))
        return why;
    pass[1] = *event;
    for (unsigned i = 0; i < 2; i++)
        counts[i] = netburst_count_of(&pass[i]);
    return netburst_fits(netburst_here(), counts, 2, &plan)
               ? NULL
               : "the event does not fit on counter 16 and a second counter at the same time";
}

static size_t netburst_precise_bytes(unsigned samples)
{
    return sizeof(struct netburst_precise_area) + samples * SAMPLE_BYTES;
}

static void netburst_precise_write_msr(uint32_t msr, uint64_t value)
{
    wrmsr(msr, value);
}

static void netburst_precise_start(const struct pmc_counted pass[], uint32_t first, uint32_t every,
                                   void *memory, unsigned most)
{
    const struct netburst_plan *plan = netburst_notation_plan(pass);
    struct netburst_precise_area *area = memory;
    uint32_t base = (uint32_t)(uintptr_t)(area + 1), end = base + most * (uint32_t)SAMPLE_BYTES + 1;
    memset(area, 0, sizeof *area);
    area->samples = (struct netburst_precise_buffer){base, base, end, UINT32_MAX};
    area->reset = -every;
    area->reset_high = 0xFF;
    netburst_start(plan);
    netburst_precise_write_msr(MSR_NETBURST_CCCR0 + STORING, 0);
    wrmsr(MSR_DS_AREA, (uint32_t)(uintptr_t)area);
    wrmsr(MSR_PEBS_ENABLE, plan->enable | PEBS_UOP_TAG | PEBS_SAMPLING);
    netburst_precise_write_msr(MSR_NETBURST_COUNTER0 + STORING,
                               -(uint64_t)first & ((1ull << 40) - 1));
    netburst_precise_write_msr(MSR_NETBURST_CCCR0 + STORING, plan->cccr[STORING]);
    under_way = area;
}

static unsigned netburst_precise_stop(void)
{
    const struct netburst_precise_area *area = under_way;
    netburst_stop();
    wrmsr(MSR_PEBS_ENABLE, 0);
    wrmsr(MSR_DS_AREA, 0);
    under_way = NULL;
    return area ? (area->samples.index - area->samples.base) / (uint32_t)SAMPLE_BYTES : 0;
}

static const struct pmc_registers *netburst_precise_sample(const void *memory, unsigned n)
{
    const struct netburst_precise_area *area = memory;
    return (const struct pmc_registers *)(area + 1) + n;
}

const struct pmc_precise netburst_precise = {netburst_precise_prepare, netburst_precise_bytes,
                                             netburst_precise_start, netburst_precise_stop,
                                             netburst_precise_sample};
