/*
 * SPDX-License-Identifier: MIT
 * Samples and results are taken from below what ring 3 may use.
 */
#include "kernel/bench_memory.h"

#include "kernel/lib/arena.h"
#include "kernel/memory.h"
#include "kernel/paging.h"

#define ALIGNMENT (64 * 1024u) /* of the start: the same sets of caches and TLBs everywhere */
#define HEADERS   1024u        /* what malloc() itself may take beside what was asked for */

static struct {
    uint32_t start, end; /* 0 where nothing is taken */
    size_t bytes;
} taken;

size_t bench_memory_free(void)
{
    size_t left = memory_left();
    size_t kept = BENCH_MEMORY_LEFT + ALIGNMENT + PAGE_BYTES + HEADERS;
    return left > kept ? left - kept : 0;
}

void bench_memory_take(size_t bytes)
{
    if (!bytes)
        return;
    taken.end = memory_end();
    taken.bytes = bytes + HEADERS;
    taken.start = (taken.end - taken.bytes - PAGE_BYTES) & ~(ALIGNMENT - 1);
    memory_limit(paging_share(taken.start, taken.end, true));
}

void bench_memory_give_back(void)
{
    if (!taken.end)
        return;
    paging_share(taken.start, taken.end, false);
    memory_limit(taken.end);
    taken.start = taken.end = 0;
}

void bench_memory_renew(void)
{
    if (!taken.end)
        arena_give(NULL, 0);
    else
        arena_give((void *)(taken.start + PAGE_BYTES - ARENA_HEADER), taken.bytes);
}
