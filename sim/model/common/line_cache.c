/*
 * SPDX-License-Identifier: MIT
 * Creates, fills and clears a cache.
 */
#include "sim/model/common/line_cache.h"

#include <stdlib.h>
#include <string.h>

int line_cache_init(struct cache *cache, struct shape shape)
{
    const size_t lines = (size_t)shape.sets * shape.ways;

    *cache = (struct cache){.set_mask = shape.sets - 1, .ways = shape.ways};
    while (1u << cache->way_shift < shape.ways)
        cache->way_shift++;
    cache->tags = malloc(lines * sizeof *cache->tags);
    cache->states = malloc(lines);
    cache->ends = calloc(lines, sizeof *cache->ends);
    cache->ages = calloc(shape.sets, sizeof *cache->ages);
    cache->recent = calloc(shape.sets, 1);
    if (!cache->tags || !cache->states || !cache->ends || !cache->ages || !cache->recent)
        return -1;
    line_cache_clear(cache);
    return 0;
}

void line_cache_release(struct cache *cache)
{
    free(cache->tags);
    free(cache->states);
    free(cache->ends);
    free(cache->ages);
    free(cache->recent);
    *cache = (struct cache){0};
}

void line_cache_clear(struct cache *cache)
{
    const size_t lines = ((size_t)cache->set_mask + 1) * cache->ways;

    for (unsigned set = 0; set <= cache->set_mask; set++)
        line_cache_changed(cache, set);
    memset(cache->tags, 0xff, lines * sizeof *cache->tags);
    memset(cache->states, LINE_INVALID, lines);
    memset(cache->ages, 0, ((size_t)cache->set_mask + 1) * sizeof *cache->ages);
    memset(cache->recent, 0, (size_t)cache->set_mask + 1);
}

static unsigned line_cache_victim_way(const struct cache *cache, unsigned set)
{
    const unsigned base = set << cache->way_shift;

    for (unsigned way = 0; way < cache->ways; way++)
        if (cache->states[base + way] == LINE_INVALID)
            return way;
    return plru_victim(cache->ages[set], cache->ways);
}

struct victim line_cache_fill(struct cache *cache, uint32_t line, enum mesi state)
{
    const unsigned set = line & cache->set_mask;
    const unsigned index = (set << cache->way_shift) + line_cache_victim_way(cache, set);
    const struct victim victim = {.line = cache->tags[index], .state = cache->states[index]};

    cache->tags[index] = line;
    cache->states[index] = (uint8_t)state;
    cache->ends[index] = UINT32_MAX; /* value after a line fill: RBIL on TR2 */
    line_cache_touch(cache, index);
    return victim;
}
