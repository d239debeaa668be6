/*
 * SPDX-License-Identifier: MIT
 * Counts events with medians of three runs, of the benchmark and of an empty one.
 */
#include "kernel/sample/event_rate.h"

#include "kernel/machine/memory.h"

#define RUNS 3

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

uint64_t event_rate_choose(uint64_t events, uint64_t clocks, uint64_t hz, unsigned samples)
{
    uint64_t by_rate = divide_up(events * (hz / EVENT_RATE_HZ), clocks ? clocks : 1);
    uint64_t by_all = divide_up(events, samples);
    uint64_t every = by_rate > by_all ? by_rate : by_all;
    return every < CONFIG_LEAST_COUNT ? CONFIG_LEAST_COUNT : every;
}

static int64_t event_rate_median(const int64_t v[RUNS])
{
    int64_t low = v[0] < v[1] ? v[0] : v[1], high = v[0] < v[1] ? v[1] : v[0];
    return v[2] < low ? low : v[2] > high ? high : v[2];
}

/* Returns 0, or an error of repetition_repeat(). */
static int event_rate_count_runs(const struct sampled *sampled, const struct benchmark *benchmark,
                                 const struct pmc_counted *trigger, struct measurement *m,
                                 int64_t *events)
{
    struct pmc_counted counted[PMC_MAX_COUNTERS] = {*trigger};
    const struct schedule_pass pass = {.counted = counted};
    struct measure_setup setup = sampler_whole_runs(sampled->run, benchmark, sampled->variant, 0);
    uintptr_t mark = memory_mark();
    setup.pass = &pass;
    setup.repetitions = RUNS;
    setup.announce = NULL;
    int failed = repetition_begin(benchmark, &setup, m);
    if (!failed)
        failed = repetition_repeat(m, RUNS);
    if (failed)
        return failed;
    *events = event_rate_median(measurement_counts(m, 0, 0));
    memory_release(mark);
    return 0;
}

int event_rate_count(const struct sampled *sampled, const struct pmc_counted *trigger,
                     struct measurement *m, uint64_t *events)
{
    int64_t in_run = 0, in_empty = 0;
    int failed = event_rate_count_runs(sampled, &measure_empty, trigger, m, &in_empty);
    if (!failed)
        failed = event_rate_count_runs(sampled, sampled->benchmark, trigger, m, &in_run);
    *events = in_run > in_empty ? (uint64_t)(in_run - in_empty) : 0;
    return failed;
}
