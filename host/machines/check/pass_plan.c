/*
 * SPDX-License-Identifier: MIT
 * Calls the scheduler as kernel/measure/plan.c does on the machine.
 */
#include "host/machines/check/pass_plan.h"

#include <stdlib.h>

#include "host/base/allocation.h"

#define COUNTER_1_OF_P4 2u /* not used: pmc/netburst/counters */

bool pass_plan_is_sampled(const struct config *config)
{
    return config->experiment >= EXPERIMENT_PROFILE;
}

/* Allocates as many passes as there are events, and one for the time stamp. */
static void pass_plan_allocate(struct pass_plan *plan, const struct config *config,
                               const struct pmc *pmc)
{
    const unsigned n = config->n_events + 1;
    plan->passes = allocate_zeroed(n * sizeof *plan->passes);
    plan->counted = allocate_zeroed(n * pmc->counters * sizeof *plan->counted);
    for (unsigned p = 0; p < n; p++)
        plan->passes[p].counted = plan->counted + p * pmc->counters;
}

/* Collects the events that a counter counts, and the group of each. Returns their number. */
static unsigned pass_plan_collect(const struct pass_plan *plan, const struct config *config,
                                  const struct pmc *pmc, struct pmc_counted counted[],
                                  uint16_t group[], bool *stamp)
{
    unsigned n = 0;
    *stamp = false;
    for (unsigned e = 0; e < config->n_events; e++) {
        struct pmc_counted one = config->events[e];
        if (!one.rings)
            one.rings = (uint8_t)config_count_rings(config);
        *stamp |= one.event == &pmc_time_stamp;
        if (one.event == &pmc_time_stamp || !(pmc_counters_of(pmc, &one) & plan->usable))
            continue;
        group[n] = config->grouped ? (uint16_t)config_event_group(config, e) : 0;
        counted[n++] = one;
    }
    return n;
}

static void pass_plan_choose_counters(struct pass_plan *plan, const struct config *config,
                                      const struct pmc *pmc)
{
    const bool by_event = pass_plan_is_sampled(config) && config->source == SOURCE_EVENT;
    plan->use = pass_plan_is_sampled(config) ? SCHEDULE_READS : SCHEDULE_PROBES;
    plan->usable = (1u << pmc->counters) - 1;
    if (pmc->notation)
        plan->usable &= ~COUNTER_1_OF_P4;
    else if (by_event)
        plan->usable &= ~1u; /* its overflow ends the slices */
    if (by_event)
        plan->trigger = config->sample_event;
    if (by_event && !plan->trigger.rings)
        plan->trigger.rings = (uint8_t)config_count_rings(config);
}

int pass_plan_make(struct pass_plan *plan, const struct config *config, const struct pmc *pmc,
                   char *error, size_t size)
{
    *plan = (struct pass_plan){0};
    pass_plan_allocate(plan, config, pmc);
    pass_plan_choose_counters(plan, config, pmc);
    const bool sampled = pass_plan_is_sampled(config);
    const struct schedule_request request = {
        .pmc = pmc,
        .use = plan->use,
        .usable = plan->usable,
        .most = sampled && pmc->counters > SCHEDULE_MOST_READ ? SCHEDULE_MOST_READ : pmc->counters,
        .first = plan->trigger.event ? &plan->trigger : NULL,
    };
    static struct pmc_counted counted[CONFIG_MOST_EVENTS];
    static uint16_t group[CONFIG_MOST_EVENTS];
    bool stamp;
    const unsigned n = pass_plan_collect(plan, config, pmc, counted, group, &stamp);
    int made = schedule_events(&request, counted, n, plan->passes, &plan->lower_bound, error, size);
    unsigned bound;
    if (config->grouped) {
        pass_plan_collect(plan, config, pmc, counted, group, &stamp);
        made = schedule_groups(&request, counted, group, n, plan->passes, &bound, error, size);
    }
    if (made < 0)
        return -1;
    plan->n_groups = plan->n_passes = (unsigned)made;
    plan->n_events = n + stamp;
    if (stamp)
        plan->passes[plan->n_passes++].time_stamp = true;
    plan->lower_bound += stamp;
    return 0;
}

void pass_plan_free(struct pass_plan *plan)
{
    free(plan->passes);
    free(plan->counted);
}
