/*
 * SPDX-License-Identifier: MIT
 * Finds the states of end probes by events that a probe in another state causes. The code of the
 * region causes them too, so the numbers are upper limits. A warm region has mostly none.
 */
#include "kernel/measure/experiment/end_probe_states.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/pass_run.h"

#define MOST_EVENTS 5

/*
 * By processor: events of a probe that is not in the code cache, the TLB and the BTB. The branches
 * of a probe are a CALL and a RET, so only taken branches count.
 */
static const struct state_events {
    const char *of_code[MOST_EVENTS];
    const char *of_stores; /* an event of a store that misses L1 */
} state_events[] = {
    {{"ifu_ifetch_miss", "br_miss_pred_taken_ret", "itlb_miss"}, "dcu_lines_in"},
    {{"instruction_cache_misses", "retired_taken_branches_mispredicted",
      "l1_itlb_misses_and_l2_itlb_hits", "l1_and_l2_itlb_misses"},
     "data_cache_misses"},
};

/* The events of this processor. */
struct states_of {
    const struct event *event[MOST_EVENTS];
    unsigned n;
    unsigned of_code; /* the first ones */
};

static bool end_probe_states_add(const struct kernel_run *run, const char *name,
                                 struct states_of *found)
{
    const struct pmc_counted counted = {.event = pmc_event_find(run->pmc, name, strlen(name))};
    if (!counted.event || (run->pmc->counts && !run->pmc->counts(&counted)))
        return false;
    found->event[found->n++] = counted.event;
    return true;
}

static bool end_probe_states_events(const struct kernel_run *run, struct states_of *found)
{
    for (unsigned i = 0; i < sizeof state_events / sizeof state_events[0]; i++) {
        const struct state_events *of = &state_events[i];
        bool all = true;
        *found = (struct states_of){0};
        for (unsigned k = 0; k < MOST_EVENTS && of->of_code[k]; k++)
            all = all && end_probe_states_add(run, of->of_code[k], found);
        found->of_code = found->n;
        if (all && end_probe_states_add(run, of->of_stores, found))
            return true;
    }
    return false;
}

/*
 * Makes one repetition in the state of the counted ones, in which the counters count events[0] to
 * events[n - 1], in all rings.
 */
static int end_probe_states_repeat(const struct kernel_run *run, const struct measurement *m,
                                   const struct event *const events[], unsigned n,
                                   struct measure_setup *setup, struct measurement *again)
{
    static struct pmc_counted counted[PMC_MAX_COUNTERS];
    static struct schedule_pass pass = {.counted = counted};
    memset(counted, 0, sizeof counted);
    for (unsigned c = 0; c < n; c++)
        counted[c] =
            (struct pmc_counted){.event = events[c], .rings = PMC_RING_USER | PMC_RING_KERNEL};
    *setup = *m->setup;
    setup->pass = &pass;
    setup->reading = pass_run_reading(run, &pass);
    setup->announce = NULL;
    setup->repetitions = 1;
    const int failed = repetition_begin(m->benchmark, setup, again);
    return failed ? failed : repetition_repeat(again, 1);
}

/* Adds the counts of the first n counters to `sums` of each region of m. */
static int end_probe_states_sum(const struct measurement *m, const struct measurement *again,
                                unsigned first, unsigned n, unsigned of_code, int64_t sums[][2])
{
    if (again->n_regions != m->n_regions)
        return -1;
    for (unsigned r = 0; r < m->n_regions; r++)
        for (unsigned c = 0; c < n; c++)
            sums[r][first + c >= of_code] += *measurement_counts(again, r, c);
    return 0;
}

static uint32_t end_probe_states_limit(int64_t sum)
{
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

void end_probe_states_find(struct kernel_run *run, struct measurement *m)
{
    struct states_of of;
    const uint32_t all = (1u << run->pmc->counters) - 1;
    /* Without warm-up runs, only the first sample is cold. */
    if (m->setup->skip_first || (run->selftests.usable & all) != all ||
        !end_probe_states_events(run, &of))
        return;
    const uintptr_t mark = memory_mark();
    int64_t(*sums)[2] = memory_allocate(m->n_regions * sizeof *sums);
    int failed = sums ? 0 : E_MEASURE_MEMORY;
    if (sums)
        memset(sums, 0, m->n_regions * sizeof *sums);
    run->benchmark = m->benchmark->name;
    for (unsigned first = 0; first < of.n && !failed; first += run->pmc->counters) {
        struct measure_setup setup;
        struct measurement again;
        const unsigned left = of.n - first,
                       n = left < run->pmc->counters ? left : run->pmc->counters;
        failed = end_probe_states_repeat(run, m, &of.event[first], n, &setup, &again);
        if (!failed)
            failed = end_probe_states_sum(m, &again, first, n, of.of_code, sums);
    }
    run->benchmark = NULL;
    for (unsigned r = 0; r < m->n_regions && !failed; r++) {
        m->region[r].cold_ends = end_probe_states_limit(sums[r][0]);
        m->region[r].displaced_ends = end_probe_states_limit(sums[r][1]);
    }
    memory_release(mark);
}
