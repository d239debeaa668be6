/*
 * SPDX-License-Identifier: MIT
 * Allocates memory for a benchmark. Samples and results are allocated below the memory that ring 3
 * may use. The chip sets 430FX, 430VX and 430TX cache only the first 64 MB (Intel data sheets of
 * 82437FX, 82437VX, 82439TX).
 */
#include "kernel/measure/bench_memory.h"

#include <stdbool.h>

#include "kernel/lib/arena.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"

#define ALIGNMENT (64 * 1024u) /* of the start: same cache and TLB sets on every machine */
#define HEADERS   1024u        /* malloc()'s overhead beyond the requested bytes */
#define KEPT      (BENCH_MEMORY_LEFT + ALIGNMENT + PAGE_BYTES + HEADERS)

#define CACHED_END (64u << 20) /* a board's cache may not cover memory above this address */

static struct {
    uint32_t start, end;  /* 0 if nothing is allocated */
    uint32_t machine_end; /* memory_end() before the allocation */
    size_t bytes;
} taken;

size_t bench_memory_free(void)
{
    size_t left = memory_left();
    return left > KEPT ? left - KEPT : 0;
}

/* The highest end that every board caches, unless the bytes do not fit below it. */
static uint32_t end_for(size_t bytes)
{
    uint32_t end = memory_end(), used = (uint32_t)memory_mark();
    bool fits = used + KEPT < CACHED_END && bytes <= CACHED_END - KEPT - used;
    return fits && end > CACHED_END ? CACHED_END : end;
}

void bench_memory_allocate(size_t bytes)
{
    if (!bytes)
        return;
    taken.machine_end = memory_end();
    taken.end = end_for(bytes);
    taken.bytes = bytes + HEADERS;
    taken.start = (taken.end - taken.bytes - PAGE_BYTES) & ~(ALIGNMENT - 1);
    memory_limit(paging_share(taken.start, taken.end, true));
}

void bench_memory_release(void)
{
    if (!taken.end)
        return;
    paging_share(taken.start, taken.end, false);
    memory_limit(taken.machine_end);
    taken.start = taken.end = 0;
}

size_t bench_memory_exchange(size_t bytes)
{
    const size_t former = taken.end ? taken.bytes - HEADERS : 0;
    bench_memory_release();
    bench_memory_allocate(bytes);
    return former;
}

void bench_memory_renew(void)
{
    if (!taken.end)
        arena_set_memory(NULL, 0);
    else
        arena_set_memory((void *)(taken.start + PAGE_BYTES - ARENA_HEADER), taken.bytes);
}
