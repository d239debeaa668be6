/*
 * SPDX-License-Identifier: MIT
 * A hash table over a run's results. Equal texts of a run share one address, so addresses are
 * compared.
 */
#include "host/data/run/result_index.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/event_lookup.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u; /* 2^64 divided by the golden ratio: Knuth, 6.4 */
    return hash ^ hash >> 32;
}

static unsigned result_index_hash(const struct result *result)
{
    uint64_t value = mix(result->plan, result->region);
    value = mix(value, (uintptr_t)result->bench);
    value = mix(value, (uintptr_t)result->event);
    value = mix(value, (uintptr_t)result->ring);
    value = mix(value, (uintptr_t)result->state);
    return (unsigned)mix(value, (uintptr_t)result->ablate);
}

static bool result_index_same(const struct result *a, const struct result *b)
{
    return a->plan == b->plan && a->region == b->region && a->bench == b->bench &&
           a->event == b->event && a->ring == b->ring && a->state == b->state &&
           a->ablate == b->ablate;
}

/* Returns the slot of the place, or the free slot for it. */
static unsigned *result_index_slot(const struct result_slots *index, const struct run *run,
                                   const struct result *result)
{
    unsigned at = result_index_hash(result) & (index->room - 1);
    while (index->slots[at] && !result_index_same(&run->results[index->slots[at] - 1], result))
        at = (at + 1) & (index->room - 1);
    return &index->slots[at];
}

static void result_index_grow(struct result_slots *index, const struct run *run)
{
    unsigned *old = index->slots, room = index->room;
    index->room = room ? 2 * room : 256;
    index->slots = allocate_zeroed(index->room * sizeof *index->slots);
    for (unsigned i = 0; i < room; i++)
        if (old[i])
            *result_index_slot(index, run, &run->results[old[i] - 1]) = old[i];
    free(old);
}

/* Adds the results that are new since the last call; results of a run are never changed. */
static void result_index_update(struct result_slots *index, const struct run *run)
{
    for (; index->indexed < run->n_results; index->indexed++) {
        if (2 * index->indexed >= index->room)
            result_index_grow(index, run);
        unsigned *slot = result_index_slot(index, run, &run->results[index->indexed]);
        if (!*slot) /* if two have the same place, the first one is found */
            *slot = index->indexed + 1;
    }
}

const struct result *result_index_find(const struct run *run, const struct result *like)
{
    result_index_update(run->places, run);
    unsigned slot = run->places->room ? *result_index_slot(run->places, run, like) : 0;
    return slot ? &run->results[slot - 1] : NULL;
}

static const struct result *result_index_named(const struct run *run, const struct result *place,
                                               const char *event, const char *ablate)
{
    struct result like = *place;
    like.event = string_set_find(&run->strings, event);
    like.ablate = string_set_find(&run->strings, ablate);
    return like.event && like.ablate ? result_index_find(run, &like) : NULL;
}

const struct result *result_index_event(const struct run *run, const struct result *place,
                                        const char *event, const char *ablate)
{
    const struct result *found = result_index_named(run, place, event, ablate);
    for (const struct family *family = families; !found && family < families + FAMILIES; family++) {
        const struct event *same = event_of_family(family, event);
        if (same && strcmp(same->name, event))
            found = result_index_named(run, place, same->name, ablate);
    }
    return found;
}
