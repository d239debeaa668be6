/*
 * SPDX-License-Identifier: MIT
 * Reports failures. The slots of a benchmark that was ended hold its regions as the last probe left
 * them.
 */
#include "kernel/measure/program_hooks.h"
#include "kernel/measure/failure.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/measure/fault_words.h"
#include "kernel/measure/region_names.h"
#include "kernel/measure/result.h"
#include "kernel/machine/trap.h"

/* Returns the region in which a benchmark was ended: the open region that was entered last. */
static int failure_open_region(void)
{
    int open = -1;
    for (int r = 0; r < REGIONS; r++) {
        if (regions[r].entries <= regions[r].exits)
            continue;
        if (open < 0 || regions[r].near_begin >= regions[open].near_begin)
            open = r;
    }
    return open;
}

/*
 * Reports the fault of the routine that was ended last.
 */
static void failure_report_routine(struct kernel_run *run, const char *bench, int region)
{
    struct report_fault fault = *trap_contained_fault();
    fault.bench = bench;
    fault.region = region;
    if (region >= 0)
        fault.region_name = region_names_find(bench, (unsigned)region);
    fault_words(&fault, fault.what, sizeof fault.what);
    run->tally.errors++;
    REPORT(run->report, fault, &fault);
}

void failure_report_fault(struct kernel_run *run, const struct measurement *m)
{
    if (process_experiment_report_failure &&
        process_experiment_report_failure(run, m->benchmark->name))
        return;
    failure_report_routine(run, m->benchmark->name, failure_open_region());
}

void failure_report_ended(struct kernel_run *run, const char *bench)
{
    failure_report_routine(run, bench, -1);
}

static void failure_report_lost_region(struct kernel_run *run, const struct measurement *m,
                                       unsigned p, const struct measured_region *region)
{
    for (unsigned e = 0; e < run->plan.n_events; e++) {
        if (run->plan.place[e].pass < (int)p && !(p == 0 && run->plan.place[e].pass < 0))
            continue;
        struct report_result result = result_none(run, m, region, e);
        if (result.status == RESULT_OK)
            result.status = RESULT_FAULT;
        REPORT(run->report, result, &result);
    }
}

static bool failure_is_listed(const struct measurement *m, unsigned number)
{
    for (unsigned place = 0; place < m->n_regions; place++)
        if (m->region[place].number == number)
            return true;
    return false;
}

void failure_report_lost(struct kernel_run *run, unsigned p, const struct measurement *m)
{
    bool whole = m->setup->whole;
    unsigned seen = 0;
    for (unsigned r = 0; r < REGIONS && !whole; r++) {
        if (!regions[r].entries && !regions[r].exits && !failure_is_listed(m, r))
            continue;
        struct measured_region region = {
            .number = (uint16_t)r, .entries = regions[r].entries, .exits = regions[r].exits};
        failure_report_lost_region(run, m, p, &region);
        seen++;
    }
    if (!seen)
        failure_report_lost_region(run, m, p, &(struct measured_region){.number = REGION_WHOLE});
}

void failure_report_broken(struct kernel_run *run, const struct measurement *m)
{
    for (unsigned place = 0; place < m->n_regions; place++) {
        const struct measured_region *region = &m->region[place];
        uint32_t eip;
        const char *how = region_names_misuse(region, &eip);
        uint32_t bit = 1u << region->number % 32;
        if (!how || run->broken[region->number / 32] & bit)
            continue;
        run->broken[region->number / 32] |= bit;
        run->tally.errors++;
        struct report_broken broken = {
            .bench = m->benchmark->name,
            .region = region->number,
            .region_name = region_names_find(m->benchmark->name, region->number),
            .name = how,
            .eip = eip,
            .entries = region->entries,
            .exits = region->exits,
            .entered_at = region->entered_at,
            .left_at = region->left_at,
        };
        REPORT(run->report, broken, &broken);
    }
}
