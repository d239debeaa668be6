/*
 * SPDX-License-Identifier: MIT
 * Nested regions: counts the probes of other regions inside a region, and their cost in each event.
 * Their padding is unknown, so nothing is subtracted (pmc/README.md, "A region in a region").
 */
#include "kernel/lib/format.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/result.h"
#include "pmc/inner_probes.h"

static void say_untold(struct run *run, const char *bench)
{
    char text[200];
    format(
        text, sizeof text,
        "%s: the run that counts nested probes failed: their number in each region is not reported",
        bench);
    REPORT(run->report, warning, run->config->warn_file, text);
}

void inner_find(struct run *run, struct measurement *m, struct inner *inner)
{
    size_t bytes = run->n_events * sizeof *inner->begin_cost;
    run->benchmark = m->benchmark->name;
    int failed = measure_inner(m);
    run->benchmark = NULL;
    if (failed)
        say_untold(run, m->benchmark->name);
    bool any = false, by_probes = true; /* libp5mon's stubs have other costs */
    for (unsigned i = 0; i < m->n_regions; i++)
        any |= m->region[i].inner_begins || m->region[i].inner_ends;
    for (unsigned r = 0; r < REGIONS; r++)
        by_probes &= !regions[r].stub_calls;
    *inner = (struct inner){.n_regions = m->n_regions, .region = m->region};
    if (!any || !by_probes)
        return;
    inner->begin_cost = memory_take(bytes);
    inner->end_cost = memory_take(bytes);
    inner->priced = inner->begin_cost && inner->end_cost;
}

void inner_price(struct run *run, const struct variant *v, unsigned pass, struct inner *inner)
{
    if (!inner->priced)
        return;
    uintptr_t mark = memory_mark();
    struct setting setting = setting_of(run, &measure_inner_probes, v, pass);
    setting.setup.announce = setting.over_batches.announce = NULL;
    setting.setup.whole = setting.over_batches.whole = false;
    struct measurement m;
    inner->priced = measure_setting(run, &measure_inner_probes, &setting, &m) == 0;
    for (unsigned e = 0; e < run->n_events && inner->priced; e++) {
        fixed_t median[INNER_REGIONS];
        if (run->place[e].pass != (int)pass)
            continue;
        for (unsigned r = 0; r < INNER_REGIONS; r++)
            median[r] = result_of(run, &m, r, e, 0).corrected.median;
        inner->begin_cost[e] = median[INNER_BEGIN] - median[INNER_PADDING];
        inner->end_cost[e] = median[INNER_END] - median[INNER_EMPTY];
    }
    memory_release(mark);
}

void inner_note(const struct inner *inner, unsigned e, struct report_result *result)
{
    const struct measured_region *region = inner->region;
    while (region < inner->region + inner->n_regions && region->number != result->region)
        region++;
    if (result->status != RESULT_OK || region == inner->region + inner->n_regions)
        return;
    result->inner_begins = region->inner_begins;
    result->inner_ends = region->inner_ends;
    result->inner_priced = inner->priced && (region->inner_begins || region->inner_ends);
    if (result->inner_priced)
        result->inner_cost =
            region->inner_begins * inner->begin_cost[e] + region->inner_ends * inner->end_cost[e];
}
