/*
 * SPDX-License-Identifier: MIT
 * A hash table over results. Equal texts of a run are at one address, so addresses are compared.
 */
#include "host/places.h"

#include <stdlib.h>

#include "host/memory.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u; /* 2^64 over the golden ratio: Knuth, 6.4 */
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

/* The slot with the place, or the free one where it belongs. */
static unsigned *find(const struct places *places, const struct run *run,
                      const struct result *result)
{
    unsigned at = hash(result) & (places->room - 1);
    while (places->slots[at] && !same(&run->results[places->slots[at] - 1], result))
        at = (at + 1) & (places->room - 1);
    return &places->slots[at];
}

bool places_taken(const struct places *places, const struct run *run, const struct result *result)
{
    return places->room && *find(places, run, result);
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

void places_add(struct places *places, const struct run *run)
{
    if (2 * places->count >= places->room)
        grow(places, run);
    *find(places, run, &run->results[run->n_results - 1]) = run->n_results;
    places->count++;
}

void places_clear(struct places *places)
{
    free(places->slots);
    *places = (struct places){0};
}
