/*
 * SPDX-License-Identifier: MIT
 * Measures the cost of nested probes in each event. The small image lacks it.
 */
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/nested_regions.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/measure/result.h"
#include "pmc/uncounted/nested_probes.h"

/* Enough for the medians. Their samples must fit in memory. */
#define NESTED_MOST 10000

void nested_regions_measure_cost(struct kernel_run *run, const struct variant *v, unsigned pass,
                                 struct nested_regions *nested)
{
    if (!nested->priced)
        return;
    uintptr_t mark = memory_mark();
    struct pass_setting setting = pass_run_setting(run, &measure_inner_probes, v, pass);
    setting.setup.announce = setting.over_batches.announce = NULL;
    setting.setup.whole = setting.over_batches.whole = false;
    setting.most_regions = REGIONS;
    pass_run_limit(&setting, NESTED_MOST);
    struct measurement m;
    nested->priced = pass_run_measure(run, &measure_inner_probes, &setting, &m) == 0;
    for (unsigned e = 0; e < run->plan.n_events && nested->priced; e++) {
        fixed_t median[NESTED_PROBE_REGIONS];
        if (run->plan.place[e].pass != (int)pass)
            continue;
        for (unsigned r = 0; r < NESTED_PROBE_REGIONS; r++)
            median[r] = result_of(run, &m, r, e, (struct overhead){0}).corrected.median;
        nested->begin_cost[e] = median[NESTED_PROBE_BEGIN] - median[NESTED_PROBE_PADDING];
        nested->end_cost[e] = median[NESTED_PROBE_END] - median[NESTED_PROBE_EMPTY];
    }
    memory_release(mark);
}

void nested_regions_mark_cost(const struct nested_regions *nested, unsigned e,
                              struct report_result *result)
{
    const fixed_t mean = result->corrected.mean;
    const fixed_t cost =
        result->inner_begins * nested->begin_cost[e] + result->inner_ends * nested->end_cost[e];
    result->inner_priced = true;
    result->inner_cost = cost > mean && mean >= 0 ? mean : cost; /* a part of the count */
}
