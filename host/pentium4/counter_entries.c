/*
 * SPDX-License-Identifier: MIT
 * Converts a plan of pmc/netburst to counter entries and to event words for the kernel.
 */
#include "host/pentium4/counter_entries.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "pmc/netburst/netburst_syntax.h"

#define MOST_WORD    200
#define COUNTER_BITS ((UINT64_C(1) << 40) - 1)

static struct counter_entry counter_entry_at(const struct netburst_plan *plan, unsigned counter)
{
    unsigned escr = plan->escr_of[counter];
    return (struct counter_entry){.counter = counter,
                                  .escr = (uint8_t)escr,
                                  .start = -(uint64_t)plan->after[counter] & COUNTER_BITS,
                                  .cccr_value = plan->cccr[counter],
                                  .escr_value = plan->escr[escr]};
}

unsigned counter_entries_of(const struct experiment *experiment,
                            struct counter_entry entries[NETBURST_COUNTERS])
{
    const struct netburst_plan *plan = &experiment->plan;
    unsigned n = 0;
    for (unsigned upstream = 0; upstream < 2; upstream++) {
        for (unsigned i = 0; i < experiment->n; i++) {
            const struct instance *instance = &experiment->instances[i];
            if (instance->upstream != upstream)
                continue;
            entries[n] = counter_entry_at(plan, plan->counted_by[i]);
            entries[n].name = upstream ? instance->base : instance->name;
            entries[n].event = upstream ? instance->name : instance->base;
            entries[n++].tags = upstream;
        }
    }
    for (unsigned counter = 0; counter < NETBURST_COUNTERS; counter++) {
        if (!(plan->upstream >> counter & 1))
            continue;
        const struct netburst_tagged *tagged = experiment->counts[plan->user[counter]].tagged;
        entries[n] = counter_entry_at(plan, counter);
        entries[n].name = netburst_events[tagged->upstream].name;
        entries[n].event = experiment->instances[plan->user[counter]].name;
        entries[n++].tags = true;
    }
    return n;
}

void counter_entries_print_starts(const struct counter_entry entries[], unsigned n, FILE *to)
{
    for (unsigned i = 0; i < n; i++)
        if (entries[i].start)
            fprintf(to, "%s: counter %u starts at 0x%010llx and overflows with event %llu\n",
                    entries[i].name, entries[i].counter, (unsigned long long)entries[i].start,
                    (unsigned long long)(COUNTER_BITS + 1 - entries[i].start));
}

uint64_t counter_entries_alone(const struct experiment *experiment)
{
    uint64_t alone = experiment->plan.escrs;
    for (unsigned counter = 0; counter < NETBURST_COUNTERS; counter++)
        if (experiment->plan.counters >> counter & 1)
            alone &= ~((uint64_t)1 << experiment->plan.escr_of[counter]);
    return alone;
}

/* Returns whether the event is in the tables of pmc/netburst. */
static bool counter_entries_is_known(const struct netburst_count *count)
{
    if (count->tagged)
        return count->tagged >= netburst_tagged &&
               count->tagged < netburst_tagged + NETBURST_TAGGED;
    return count->event >= netburst_events && count->event < netburst_events + NETBURST_EVENTS;
}

/*
 * Formats event i for the kernel, with its counter in the plan. An event that pmc/netburst has is
 * written by name, so that the kernel programs both the tagging and the counting event. Any other
 * event is written as register values.
 */
static char *counter_entries_word(const struct experiment *experiment, unsigned i)
{
    char text[MOST_WORD];
    const struct netburst_plan *plan = &experiment->plan;
    struct netburst_count count = experiment->counts[i];
    count.counter = plan->counted_by[i];
    if (!counter_entries_is_known(&count))
        return allocate_text("0x%08x/0x%08x@%u!", plan->cccr[count.counter],
                             plan->escr[plan->escr_of[count.counter]], count.counter);
    netburst_format(&count, text, sizeof text);
    return allocate_copy(text);
}

char *counter_entries_source(const struct experiment *experiment, const struct instance *sampled)
{
    char *word = counter_entries_word(experiment, (unsigned)(sampled - experiment->instances));
    char *counter = strchr(word, '/') ? NULL : strrchr(word, '@');
    if (counter)
        *counter = 0;
    return word;
}

char *counter_entries_words(const struct experiment *experiment)
{
    char *words = allocate_copy("");
    for (unsigned upstream = 0; upstream < 2; upstream++) {
        for (unsigned i = 0; i < experiment->n; i++) {
            if (experiment->instances[i].upstream != upstream)
                continue;
            char *word = counter_entries_word(experiment, i);
            char *longer = allocate_text("%s%s%s", words, *words ? "," : "", word);
            free(words);
            free(word);
            words = longer;
        }
    }
    return words;
}

bool counter_entries_cascade(const struct experiment *experiment)
{
    for (unsigned i = 0; i < experiment->n; i++)
        if (experiment->counts[i].start != NETBURST_ENABLED)
            return true;
    return false;
}

bool counter_entries_set_pebs(const struct experiment *experiment)
{
    for (unsigned i = 0; i < experiment->n; i++)
        if (experiment->counts[i].tagged && !counter_entries_is_known(&experiment->counts[i]))
            return true;
    return false;
}
