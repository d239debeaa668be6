/*
 * SPDX-License-Identifier: MIT
 * Counter deltas between samples. The probes around the whole run read the counters at its begin
 * and its end; in between, the handler restarts them.
 */
#include "kernel/lib/string.h"
#include "kernel/sample/engine/sampler_state.h"
#include "pmc/region.h"

void counter_deltas_start(uint32_t remaining)
{
    if (!sampler.counters)
        return;
    const struct pmc_counted *counted = sampler.session->groups[slices_group()].counted;
    if (!sampler.source->counts) {
        sampler.pmc->start(counted);
        return;
    }
    /* Static, because little stack is left where a run begins. */
    static struct pmc_counted armed[PMC_MAX_COUNTERS];
    memcpy(armed, counted, sampler.pmc->counters * sizeof *armed);
    armed[0] = sampler.session->trigger;
    sampler.pmc->start_armed(armed, remaining);
}

uint64_t counter_deltas_at_begin(unsigned counter)
{
    const struct region *whole = &regions[REGION_WHOLE];
    if (counter < REGION_COUNTERS)
        return counter ? whole->far_begin : whole->near_begin;
    return probe_reads_begin(REGION_WHOLE, counter);
}

uint64_t counter_deltas_at_end(unsigned counter)
{
    const struct region *whole = &regions[REGION_WHOLE];
    uint64_t since = counter < REGION_COUNTERS ? counter ? whole->far_sum : whole->near_sum
                                               : probe_reads_sum(REGION_WHOLE, counter);
    return (counter_deltas_at_begin(counter) + since) & COUNTER_MASK;
}

/*
 * Returns the value from which the counter has counted: its value at the begin of the run, or the
 * one set by the handler.
 */
static uint64_t counter_deltas_base(unsigned counter)
{
    if (!sampler.sampled)
        return counter_deltas_at_begin(counter);
    return sampler.source->counts && counter == 0 ? -(uint64_t)sampler.remaining : 0;
}

void counter_deltas_carry(void)
{
    for (unsigned c = 0; c < sampler.counters; c++)
        sampler.carried[c] += (uint32_t)(sampler_counter(c) - counter_deltas_base(c));
}

void counter_deltas_carry_rest(void)
{
    for (unsigned c = 0; c < sampler.counters; c++) {
        uint64_t rest = counter_deltas_at_end(c) - counter_deltas_base(c);
        sampler.carried[c] += (uint32_t)rest;
        sampler.end->tail[c] += (uint32_t)rest;
    }
}

struct sample *counter_deltas_store(struct sample *made)
{
    static struct sample lost;
    struct session_end *end = sampler.end;
    made->repetition = sampler.repetition & 0xFFFF;
    made->group = slices_group() & 0xFF;
    made->interruptions = sampler.interruptions & 0x7FFFFF;
    for (unsigned c = 0; c < sampler.counters; c++) {
        made->delta[c] = sampler.carried[c];
        sampler.carried[c] = 0;
    }
    sampler.interruptions = 0;
    struct sample *sample = end->n < sampler.room ? &end->samples[end->n++] : &lost;
    end->lost += sample == &lost;
    *sample = *made;
    return sample;
}
