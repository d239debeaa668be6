/*
 * SPDX-License-Identifier: MIT
 * Counts the probes of other regions inside a region. Their cost is in nested_costs.c.
 * Their padding is unknown, so nothing is subtracted (pmc/README.md, "A region in a region").
 */
#include "kernel/measure/experiment/nested_regions.h"

#include "kernel/lib/format.h"
#include "kernel/machine/memory.h"

#pragma weak nested_regions_measure_cost
#pragma weak nested_regions_mark_cost

static void nested_regions_warn_unknown(struct kernel_run *run, const char *bench)
{
    char text[200];
    format(
        text, sizeof text,
        "%s: the run that counts nested probes failed: their number in each region is not reported",
        bench);
    REPORT(run->report, warning, run->config->warn_file, text);
}

void nested_regions_find(struct kernel_run *run, struct measurement *m,
                         struct nested_regions *nested)
{
    size_t bytes = run->plan.n_events * sizeof *nested->begin_cost;
    run->benchmark = m->benchmark->name;
    int failed = repetition_find_nested(m);
    run->benchmark = NULL;
    if (failed)
        nested_regions_warn_unknown(run, m->benchmark->name);
    bool any = false, by_probes = true; /* libp5mon's stubs have other costs */
    for (unsigned i = 0; i < m->n_regions; i++)
        any |= m->region[i].inner_begins || m->region[i].inner_ends;
    for (unsigned r = 0; r < REGIONS; r++)
        by_probes &= !regions[r].stub_calls;
    *nested = (struct nested_regions){.n_regions = m->n_regions, .region = m->region};
    if (!any || !by_probes || !nested_regions_measure_cost)
        return;
    nested->begin_cost = memory_allocate(bytes);
    nested->end_cost = memory_allocate(bytes);
    nested->priced = nested->begin_cost && nested->end_cost;
}

/* Returns the region of that number, or NULL. */
static const struct measured_region *nested_regions_at(const struct nested_regions *nested,
                                                       unsigned number)
{
    for (unsigned i = 0; i < nested->n_regions; i++)
        if (nested->region[i].number == number)
            return &nested->region[i];
    return NULL;
}

bool nested_regions_is_first(const struct nested_regions *nested, unsigned region)
{
    const struct measured_region *found = nested_regions_at(nested, region);
    return found && found->first;
}

void nested_regions_mark_result(const struct nested_regions *nested, unsigned e,
                                struct report_result *result)
{
    const struct measured_region *region = nested_regions_at(nested, result->region);
    if (result->status != RESULT_OK || !region)
        return;
    result->inner_begins = region->inner_begins;
    result->inner_ends = region->inner_ends;
    if (nested_regions_mark_cost && nested->priced && (region->inner_begins || region->inner_ends))
        nested_regions_mark_cost(nested, e, result);
}
