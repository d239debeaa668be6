/*
 * SPDX-License-Identifier: MIT
 * A self-test: NOPs between the probes of consecutive regions.
 */
#include "kernel/measure/experiment/additivity.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/kernel_run.h"
#include "kernel/measure/selftest.h"
#include "pmc/region.h"
#include "stats/sample_summary.h"

/*
 * NOPs between the probes of regions 0 to 3. Each region counts that many more instructions than
 * region 0.
 */
#define STEPS 4
static const unsigned nops[STEPS] = {0, 2, 4, 8};

static void additivity_run_nops(void)
{
    region_begin(0);
    region_end(0);
    region_begin(1);
    __asm__ volatile("nop\n\tnop");
    region_end(1);
    region_begin(2);
    __asm__ volatile("nop\n\tnop\n\tnop\n\tnop");
    region_end(2);
    region_begin(3);
    __asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop");
    region_end(3);
}

#define REPETITIONS 5 /* the median counts, since a single sample may be disturbed */

/* The median of a region for the counter at that index in the pass. */
static int64_t additivity_median(const struct measurement *m, unsigned region, unsigned place)
{
    int64_t sorted[REPETITIONS];
    memcpy(sorted, measurement_counts(m, region, place), sizeof sorted);
    sample_summary_sort(sorted, REPETITIONS);
    return sorted[REPETITIONS / 2];
}

static void additivity_report(struct kernel_run *run, const struct measurement *m, unsigned place)
{
    const unsigned counter = pmc_counter_at(run->pmc, m->setup->pass->counted, place);
    char name[24];
    struct pmc_selftest result = {.name = name};
    int64_t counted[STEPS];
    bool adds_up = true;
    for (unsigned i = 0; i < STEPS; i++) {
        counted[i] = additivity_median(m, i, place) - additivity_median(m, 0, place);
        result.expect += nops[i];
        result.got += counted[i];
        adds_up &= counted[i] == nops[i];
    }
    format(name, sizeof name, "additivity_ctr%u", counter);
    format(result.seen, sizeof result.seen, "0 2 4 8 -> %lld %lld %lld %lld", (long long)counted[0],
           (long long)counted[1], (long long)counted[2], (long long)counted[3]);
    result.status = adds_up ? PMC_OK : PMC_OFF;
    selftest_report(run, &result, ABLATE_NONE);
    if (!adds_up && run->selftests.counter_status[counter] == PMC_OK)
        run_error(run,
                  "NOPs between probes are counted wrong, although the counter passed its "
                  "self-test: do not trust its counts");
}

/*
 * A pass that counts instructions on each usable counter that supports the event; NULL if none
 * does.
 */
static const struct schedule_pass *additivity_pass(const struct kernel_run *run)
{
    static const char name[] = "instructions_executed";
    static struct pmc_counted counted[PMC_MAX_COUNTERS];
    static struct schedule_pass pass = {.counted = counted};
    const struct pmc_counted as = {.event = pmc_event_find(run->pmc, name, sizeof name - 1),
                                   .rings = PMC_RING_KERNEL};
    const uint32_t on = as.event ? run->selftests.usable & pmc_counters_of(run->pmc, &as) : 0;
    unsigned place = 0;
    memset(counted, 0, sizeof counted);
    for (unsigned c = 0; c < run->pmc->counters; c++)
        if (on >> c & 1)
            counted[run->pmc->notation ? place++ : c] = as;
    return on ? &pass : NULL;
}

void additivity_test(struct kernel_run *run)
{
    static const struct benchmark steps = {
        .name = "additivity", .text = "NOPs between probes", .run = additivity_run_nops};
    const struct schedule_pass *pass = additivity_pass(run);
    struct measurement m;
    if (!pass)
        return;
    struct measure_setup setup = {
        .pmc = run->pmc, .pass = pass, .reading = READ_BY_RDMSR, .repetitions = REPETITIONS};
    uintptr_t mark = memory_mark();
    unsigned executions = measure_executions;
    int failed = repetition_begin(&steps, &setup, &m) || repetition_repeat(&m, REPETITIONS);
    for (unsigned c = 0; c < run->pmc->counters && !failed && m.n_regions == STEPS; c++)
        if (pass->counted[c].event)
            additivity_report(run, &m, c);
    if (failed)
        run_error(run, "NOPs between probes could not be counted: the machine faulted");
    /* Only executions of benchmarks and of their calibration count. */
    measure_executions = executions;
    memory_release(mark);
}
