/*
 * SPDX-License-Identifier: MIT
 * A cache: which 32-byte lines it holds, in which MESI state, and which goes next.
 * It holds no data; time and counting are its callers'.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/near_line.h"
#include "sim/model/parameter_types.h"
#include "sim/model/plru.h"

#define LINE_BYTES 32u
#define LINE_SHIFT 5

/* Owned: modified, and others have it too; of MOESI alone. */
enum mesi { LINE_INVALID, LINE_SHARED, LINE_EXCLUSIVE, LINE_MODIFIED, LINE_OWNED };

#define NO_LINE UINT32_MAX

struct cache {
    uint64_t changes;       /* of which lines it holds or used last: from 1 on */
    struct near_line *near; /* what translated code knows of this cache, or NULL */
    uint32_t *tags;         /* line numbers (physical address / 32), ways of a set side by side */
    uint8_t *states;
    uint32_t *ends;  /* code: by byte, whether an instruction ends there as far as decoding knows */
    uint64_t *ages;  /* of each set, see plru.h */
    uint8_t *recent; /* of each set the way used last: using it again ages nothing */
    uint32_t set_mask;
    unsigned ways, way_shift;
};

/* A line put out to make room; the state says whether there was one. */
struct victim {
    uint32_t line;
    enum mesi state;
};

int cache_init(struct cache *cache, struct shape shape); /* 0, or -1 without memory */
void cache_release(struct cache *cache);

/* The index of the line in tags and states, or -1. Changes nothing. */
static inline int cache_find(const struct cache *cache, uint32_t line)
{
    const unsigned base = (line & cache->set_mask) << cache->way_shift;

    for (unsigned way = 0; way < cache->ways; way++)
        if (cache->tags[base + way] == line)
            return (int)(base + way);
    return -1;
}

/* The set, or one of its lines, is no longer as translated code may have seen it. */
static inline void cache_changed(struct cache *cache, unsigned set)
{
    cache->changes++;
    if (cache->near)
        near_line_forget(&cache->near[set]);
}

/* Notes that what cache_find() returned is used. */
static inline void cache_touch(struct cache *cache, unsigned index)
{
    const unsigned set = index >> cache->way_shift;
    const unsigned way = index & (cache->ways - 1);

    cache_changed(cache, set);
    cache->recent[set] = (uint8_t)way;
    cache->ages[set] = plru_touch(cache->ages[set], cache->ways, way);
}

/* Is the line the one its set used last? Using it again would change nothing. */
static inline bool cache_is_recent(const struct cache *cache, uint32_t line)
{
    const unsigned set = line & cache->set_mask;

    return cache->tags[(set << cache->way_shift) + cache->recent[set]] == line;
}

/* Both, and fast where the line is the one its set used last. */
static inline int cache_use(struct cache *cache, uint32_t line)
{
    const unsigned set = line & cache->set_mask;
    const unsigned recent = (set << cache->way_shift) + cache->recent[set];
    int index;

    if (cache->tags[recent] == line)
        return (int)recent;
    index = cache_find(cache, line);
    if (index >= 0)
        cache_touch(cache, (unsigned)index);
    return index;
}

/* Drops what cache_find() returned. */
static inline void cache_drop(struct cache *cache, unsigned index)
{
    cache_changed(cache, index >> cache->way_shift);
    cache->tags[index] = NO_LINE;
    cache->states[index] = LINE_INVALID;
}

/* The state of what cache_find() returned, other than from exclusive to modified. */
static inline void cache_set_state(struct cache *cache, unsigned index, enum mesi state)
{
    cache_changed(cache, index >> cache->way_shift);
    cache->states[index] = (uint8_t)state;
}

/* Takes the line in, in place of an invalid or the oldest one of its set. */
struct victim cache_fill(struct cache *cache, uint32_t line, enum mesi state);

void cache_clear(struct cache *cache);
