/*
 * SPDX-License-Identifier: MIT
 * A hash table over a run's results. Equal texts of a run share one address, so addresses are
 * compared.
 */
#include "host/run/result_index.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/run/event_lookup.h"

struct places {
    unsigned *slots; /* result's index + 1, 0 if free; open addressing, room is a power of 2 */
    unsigned room;
    unsigned taken_in; /* number of the run's results in the table */
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u; /* 2^64 divided by the golden ratio: Knuth, 6.4 */
    return hash ^ hash >> 32;
}

static unsigned hash(const struct result *result)
{
    uint64_t value = mix(result->plan, result->region);
    value = mix(value, (uintptr_t)result->bench);
    value = mix(value, (uintptr_t)result->event);
    value = mix(value, (uintptr_t)result->ring);
    value = mix(value, (uintptr_t)result->state);
    return (unsigned)mix(value, (uintptr_t)result->ablate);
}

static bool same(const struct result *a, const struct result *b)
{
    return a->plan == b->plan && a->region == b->region && a->bench == b->bench &&
           a->event == b->event && a->ring == b->ring && a->state == b->state &&
           a->ablate == b->ablate;
}

/* Returns the slot of the place, or the free slot for it. */
static unsigned *find(const struct places *places, const struct run *run,
                      const struct result *result)
{
    unsigned at = hash(result) & (places->room - 1);
    while (places->slots[at] && !same(&run->results[places->slots[at] - 1], result))
        at = (at + 1) & (places->room - 1);
    return &places->slots[at];
}

static void grow(struct places *places, const struct run *run)
{
    unsigned *old = places->slots, room = places->room;
    places->room = room ? 2 * room : 256;
    places->slots = memory_get(places->room * sizeof *places->slots);
    for (unsigned i = 0; i < room; i++)
        if (old[i])
            *find(places, run, &run->results[old[i] - 1]) = old[i];
    free(old);
}

/* Adds the results that are new since the last call; results of a run are never changed. */
static void take_in(struct places *places, const struct run *run)
{
    for (; places->taken_in < run->n_results; places->taken_in++) {
        if (2 * places->taken_in >= places->room)
            grow(places, run);
        unsigned *slot = find(places, run, &run->results[places->taken_in]);
        if (!*slot) /* if two have the same place, the first one is found */
            *slot = places->taken_in + 1;
    }
}

const struct result *places_find(const struct run *run, const struct result *like)
{
    take_in(run->places, run);
    unsigned slot = run->places->room ? *find(run->places, run, like) : 0;
    return slot ? &run->results[slot - 1] : NULL;
}

static const struct result *find_event(const struct run *run, const struct result *place,
                                       const char *event, const char *ablate)
{
    struct result like = *place;
    like.event = strings_find(&run->strings, event);
    like.ablate = strings_find(&run->strings, ablate);
    return like.event && like.ablate ? places_find(run, &like) : NULL;
}

const struct result *places_event(const struct run *run, const struct result *place,
                                  const char *event, const char *ablate)
{
    const struct result *found = find_event(run, place, event, ablate);
    for (const struct family *family = families; !found && family < families + FAMILIES; family++) {
        const struct event *same = event_of_family(family, event);
        if (same && strcmp(same->name, event))
            found = find_event(run, place, same->name, ablate);
    }
    return found;
}

struct places *places_new(void)
{
    return memory_get(sizeof(struct places));
}

void places_free(struct places *places)
{
    free(places->slots);
    free(places);
}
