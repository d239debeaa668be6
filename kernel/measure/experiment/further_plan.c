/*
 * SPDX-License-Identifier: MIT
 * Plans passes that the small image has not: of families with their own notation, and of groups by
 * hand.
 */
#include "kernel/measure/kernel_run.h"
#include "pmc/schedule.h"

/* Finds the group of each event that is counted; those are in the order of the plan. */
static void further_plan_groups(const struct kernel_run *run, const struct pmc_counted counted[],
                                unsigned n, uint16_t group[])
{
    unsigned event = 0;
    for (unsigned i = 0; i < n; i++) {
        while (!counted_alike(&run->plan.events[event], &counted[i]))
            event++;
        group[i] = (uint16_t)config_event_group(run->config, event);
    }
}

int further_plan_assign(struct kernel_run *run, uint32_t usable, bool sampled,
                        struct pmc_counted counted[], unsigned n)
{
    static uint16_t group[CONFIG_MOST_EVENTS];
    char error[CONFIG_ERROR_BYTES];
    const struct pmc_counted trigger = plan_trigger(run->config);
    const bool armed = trigger.event && run->config->source == SOURCE_EVENT;
    const struct schedule_request request = {
        .pmc = run->pmc,
        .use = sampled ? SCHEDULE_READS : SCHEDULE_PROBES,
        .usable = usable,
        .most = sampled ? plan_sampled_counters(run->pmc) : run->pmc->counters,
        .first = armed ? &trigger : NULL,
    };
    struct plan *plan = &run->plan;
    int passes;
    if (run->config->grouped) {
        further_plan_groups(run, counted, n, group);
        passes = schedule_groups(&request, counted, group, n, plan->passes,
                                 &plan->passes_lower_bound, error, sizeof error);
    } else {
        passes = schedule_events(&request, counted, n, plan->passes, &plan->passes_lower_bound,
                                 error, sizeof error);
    }
    if (passes < 0)
        run_error(run, error);
    return passes;
}
