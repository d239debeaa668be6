/*
 * SPDX-License-Identifier: MIT
 * From a plan of pmc/netburst to its counters, and to the words of a run.
 */
#include "host/experiments/entries.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"

static struct entry entry_at(const struct netburst_plan *plan, unsigned counter)
{
    unsigned escr = plan->escr_of[counter];
    return (struct entry){.counter = counter,
                          .escr = (uint8_t)escr,
                          .cccr_value = plan->cccr[counter],
                          .escr_value = plan->escr[escr]};
}

unsigned entries_of(const struct experiment *experiment, struct entry entries[NETBURST_COUNTERS])
{
    const struct netburst_plan *plan = &experiment->plan;
    unsigned n = 0;
    for (unsigned upstream = 0; upstream < 2; upstream++) {
        for (unsigned i = 0; i < experiment->n; i++) {
            const struct instance *instance = &experiment->instances[i];
            if (instance->upstream != upstream)
                continue;
            entries[n] = entry_at(plan, plan->counted_by[i]);
            entries[n].name = upstream ? instance->base : instance->name;
            entries[n].event = upstream ? instance->name : instance->base;
            entries[n++].tags = upstream;
        }
    }
    for (unsigned counter = 0; counter < NETBURST_COUNTERS; counter++) {
        if (!(plan->upstream >> counter & 1))
            continue;
        const struct netburst_tagged *tagged = experiment->counts[plan->user[counter]].tagged;
        entries[n] = entry_at(plan, counter);
        entries[n].name = netburst_events[tagged->upstream].name;
        entries[n].event = experiment->instances[plan->user[counter]].name;
        entries[n++].tags = true;
    }
    return n;
}

uint64_t entries_alone(const struct experiment *experiment)
{
    uint64_t alone = experiment->plan.escrs;
    for (unsigned counter = 0; counter < NETBURST_COUNTERS; counter++)
        if (experiment->plan.counters >> counter & 1)
            alone &= ~((uint64_t)1 << experiment->plan.escr_of[counter]);
    return alone;
}

char *entries_words(const struct experiment *experiment)
{
    struct entry entries[NETBURST_COUNTERS];
    unsigned n = entries_of(experiment, entries);
    char *words = memory_text("");
    for (unsigned i = 0; i < n; i++) {
        char *longer =
            memory_print("%s%s0x%08x/0x%08x@%u", words, i ? "," : "", entries[i].cccr_value,
                         entries[i].escr_value, entries[i].counter);
        free(words);
        words = longer;
    }
    return words;
}
