/*
 * SPDX-License-Identifier: MIT
 * Sums the slices of each group since the last call, and scales them to all slices so far. Handlers
 * only append samples, so an interrupt during a call adds to the next one.
 */
#include "kernel/sample/logical_counters.h"

#include "bench/bench.h"
#include "kernel/lib/string.h"
#include "kernel/sample/engine/sampler_state.h"
#include "kernel/sample/sample_records.h"

static struct {
    const struct sampled *sampled; /* NULL: no session is multiplexed */
    unsigned n;                    /* samples that the sums include */
    uint64_t length;               /* of all slices */
    struct {
        uint64_t length, counted[SAMPLED_COUNTERS];
        uint32_t interruptions;
    } groups[CONFIG_MOST_EVENTS];
} logical;

void logical_counters_begin(const struct sampled *sampled)
{
    memset(&logical, 0, sizeof logical);
    logical.sampled = sampled;
}

void logical_counters_end(void)
{
    logical.sampled = NULL;
}

static void logical_counters_update(void)
{
    const struct session_end *end = sampler.end;
    const unsigned n = end->n;
    for (; logical.n < n; logical.n++) {
        const struct sample *sample = &end->samples[logical.n];
        const uint64_t before = logical.n ? sample[-1].time : 0;
        const uint64_t length =
            logical.sampled->source->counts ? sample->delta[0] : sample->time - before;
        logical.length += length;
        logical.groups[sample->group].length += length;
        logical.groups[sample->group].interruptions += sample->interruptions;
        for (unsigned c = 0; c < SAMPLED_COUNTERS; c++)
            logical.groups[sample->group].counted[c] += sample->delta[c];
    }
}

/*
 * Reports whether the counter of the group counts the event: `event`, or if it is NULL the one with
 * that name, which has modifiers.
 */
static bool logical_counters_is(const struct kernel_run *run, unsigned group, unsigned counter,
                                const struct event *event, const char *name)
{
    if (event)
        return run->plan.passes[group].counted[counter].event == event;
    const char *counted = sample_record_event(run, group, counter);
    return counted && !strcmp(counted, name);
}

static int64_t logical_counters_estimate(unsigned group, unsigned counter)
{
    const uint64_t own = logical.groups[group].length;
    if (!own)
        return NOT_MEASURED;
    const fixed_t handlers = fixed_multiply(logical.sampled->cost[group].counted[counter],
                                            fixed_from_int(logical.groups[group].interruptions));
    const int64_t counted =
        (int64_t)logical.groups[group].counted[counter] - fixed_to_int(handlers);
    return fixed_to_int(fixed_multiply_divide(fixed_from_int(counted),
                                              fixed_from_int((int64_t)logical.length),
                                              fixed_from_int((int64_t)own)));
}

int64_t logical_count_in_kernel(const char *event)
{
    if (!logical.sampled || !sampler.session)
        return NOT_MEASURED;
    const struct kernel_run *run = logical.sampled->run;
    const struct event *found = pmc_event_find(run->pmc, event, strlen(event));
    logical_counters_update();
    for (unsigned g = 0; g < sampler.session->n_groups; g++)
        for (unsigned c = 0; c < plan_sampled_counters(run->pmc); c++)
            if (logical_counters_is(run, g, c, found, event))
                return logical_counters_estimate(g, c);
    return NOT_MEASURED;
}
