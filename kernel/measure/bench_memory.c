/*
 * SPDX-License-Identifier: MIT
 * Allocates memory for a benchmark. Samples and results are allocated below the memory that ring 3
 * may use. The chip sets 430FX, 430VX and 430TX cache only the first 64 MB (Intel data sheets of
 * 82437FX, 82437VX, 82439TX).
 */
#include "kernel/measure/bench_memory.h"

#include <stdbool.h>

#include "kernel/lib/arena.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"

#define ALIGNMENT (64 * 1024u) /* of the start: same cache and TLB sets on every machine */
#define HEADERS   BENCH_MEMORY_HEADERS
#define KEPT      (BENCH_MEMORY_LEFT + ALIGNMENT + PAGE_BYTES + HEADERS)

#define CACHED_END (64u << 20) /* a board's cache may not cover memory above this address */

extern const struct static_arrays static_arrays_start[], static_arrays_end[]; /* linker.ld */

const struct static_arrays *static_arrays_find(const char *bench)
{
    for (const struct static_arrays *arrays = static_arrays_start; arrays < static_arrays_end;
         arrays++)
        if (!strcmp(arrays->bench, bench))
            return arrays;
    return NULL;
}

struct bench_memory bench_memory_taken;

size_t bench_memory_free(const struct static_arrays *arrays)
{
    size_t left = memory_left(), kept = KEPT;
    if (arrays) {
        const uint32_t start = (uint32_t)arrays->start;
        const bool reached = memory_mark() + BENCH_MEMORY_LEFT > start || memory_end() < start;
        left = reached ? 0 : memory_end() - start;
        kept -= BENCH_MEMORY_LEFT;
    }
    return left > kept ? left - kept : 0;
}

/* The highest end that every board caches, unless the bytes do not fit below it. */
static uint32_t end_for(size_t bytes, const struct static_arrays *arrays)
{
    uint32_t end = memory_end(), used = arrays ? (uint32_t)arrays->end : (uint32_t)memory_mark();
    bool fits = used + KEPT < CACHED_END && bytes <= CACHED_END - KEPT - used;
    return fits && end > CACHED_END ? CACHED_END : end;
}

static void bench_memory_share(bool shared)
{
    uint32_t limit = bench_memory_taken.machine_end;
    if (bench_memory_taken.end)
        limit = paging_share(bench_memory_taken.start, bench_memory_taken.end, shared);
    if (bench_memory_taken.arrays)
        limit = paging_share((uint32_t)bench_memory_taken.arrays->start,
                             (uint32_t)bench_memory_taken.arrays->end, shared);
    memory_limit(shared ? limit : bench_memory_taken.machine_end);
}

void bench_memory_place(size_t bytes, size_t extra, const struct static_arrays *arrays)
{
    if (!bytes && !extra && !arrays)
        return;
    bench_memory_taken.machine_end = memory_end();
    bench_memory_taken.arrays = arrays;
    if (bytes || extra) {
        bench_memory_taken.end = end_for(bytes + extra, arrays);
        bench_memory_taken.bytes = bytes ? bytes + HEADERS : 0;
        bench_memory_taken.start =
            (bench_memory_taken.end - bench_memory_taken.bytes - extra - PAGE_BYTES) &
            ~(ALIGNMENT - 1);
    }
    bench_memory_share(true);
}

void bench_memory_allocate(size_t bytes, const struct static_arrays *arrays)
{
    bench_memory_place(bytes, 0, arrays);
    if (arrays)
        memset(arrays->start, 0, static_arrays_bytes(arrays));
}

void bench_memory_release(void)
{
    if (!bench_memory_taken.machine_end)
        return;
    bench_memory_share(false);
    bench_memory_taken = (struct bench_memory){.start = 0};
}

size_t bench_memory_exchange(size_t bytes)
{
    const size_t former = bench_memory_taken.bytes ? bench_memory_taken.bytes - HEADERS : 0;
    const struct static_arrays *arrays = bench_memory_taken.arrays;
    bench_memory_release();
    bench_memory_place(bytes <= bench_memory_free(arrays) ? bytes : 0, 0, arrays);
    return former;
}

void bench_memory_renew(void)
{
    if (!bench_memory_taken.bytes)
        arena_set_memory(NULL, 0);
    else
        arena_set_memory((void *)(bench_memory_taken.start + PAGE_BYTES - ARENA_HEADER),
                         bench_memory_taken.bytes);
}
