/*
 * SPDX-License-Identifier: MIT
 * A cache without data: which 32-byte lines it holds, their MESI state, and which is replaced
 * next. Callers handle time and counting.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/near_line.h"
#include "sim/model/parameter_types.h"
#include "sim/model/plru.h"

#define LINE_BYTES 32u
#define LINE_SHIFT 5

/* Owned: modified and shared with others; only used with MOESI. */
enum mesi { LINE_INVALID, LINE_SHARED, LINE_EXCLUSIVE, LINE_MODIFIED, LINE_OWNED };

#define NO_LINE UINT32_MAX

struct cache {
    uint64_t changes;       /* incremented when its lines or their order of use change; starts at
                               1 */
    struct near_line *near; /* entries of translated code for this cache, or NULL */
    uint32_t *tags;         /* line numbers (physical address / 32); ways of a set are adjacent */
    uint8_t *states;
    uint32_t *ends;  /* code caches: for each byte whether an instruction ends there, as far as
                        decoded */
    uint64_t *ages;  /* for each set, see plru.h */
    uint8_t *recent; /* the way used last in each set: using it again changes no age */
    uint32_t set_mask;
    unsigned ways, way_shift;
};

/* A replaced line; the state is LINE_INVALID if there was none. */
struct victim {
    uint32_t line;
    enum mesi state;
};

int line_cache_init(struct cache *cache, struct shape shape); /* 0, or -1 if out of memory */
void line_cache_release(struct cache *cache);

/* Returns the index of the line in tags and states, or -1. Changes nothing. */
static inline int line_cache_find(const struct cache *cache, uint32_t line)
{
    const unsigned base = (line & cache->set_mask) << cache->way_shift;

    for (unsigned way = 0; way < cache->ways; way++)
        if (cache->tags[base + way] == line)
            return (int)(base + way);
    return -1;
}

/* Invalidates the entry of translated code for the set, because it or one of its lines has changed.
 */
static inline void line_cache_changed(struct cache *cache, unsigned set)
{
    cache->changes++;
    if (cache->near)
        near_line_forget(&cache->near[set]);
}

/* Marks the line at an index from line_cache_find() as used. */
static inline void line_cache_touch(struct cache *cache, unsigned index)
{
    const unsigned set = index >> cache->way_shift;
    const unsigned way = index & (cache->ways - 1);

    line_cache_changed(cache, set);
    cache->recent[set] = (uint8_t)way;
    cache->ages[set] = plru_touch(cache->ages[set], cache->ways, way);
}

/*
 * Returns whether the line is the one that its set used last; using it again would change nothing.
 */
static inline bool line_cache_is_recent(const struct cache *cache, uint32_t line)
{
    const unsigned set = line & cache->set_mask;

    return cache->tags[(set << cache->way_shift) + cache->recent[set]] == line;
}

/* Finds and touches a line; fast if it is the one that its set used last. */
static inline int line_cache_use(struct cache *cache, uint32_t line)
{
    const unsigned set = line & cache->set_mask;
    const unsigned recent = (set << cache->way_shift) + cache->recent[set];
    int index;

    if (cache->tags[recent] == line)
        return (int)recent;
    index = line_cache_find(cache, line);
    if (index >= 0)
        line_cache_touch(cache, (unsigned)index);
    return index;
}

/* Drops the line at an index from line_cache_find(). */
static inline void line_cache_drop(struct cache *cache, unsigned index)
{
    line_cache_changed(cache, index >> cache->way_shift);
    cache->tags[index] = NO_LINE;
    cache->states[index] = LINE_INVALID;
}

/* Changes the state at an index from line_cache_find(), except from exclusive to modified. */
static inline void line_cache_set_state(struct cache *cache, unsigned index, enum mesi state)
{
    line_cache_changed(cache, index >> cache->way_shift);
    cache->states[index] = (uint8_t)state;
}

/* Fills the line in place of an invalid line of its set, else the oldest. */
struct victim line_cache_fill(struct cache *cache, uint32_t line, enum mesi state);

void line_cache_clear(struct cache *cache);
