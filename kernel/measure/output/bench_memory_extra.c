/*
 * SPDX-License-Identifier: MIT
 * Adds bytes after those for malloc() to a benchmark's memory.
 */
#include "kernel/measure/bench_memory.h"

#include "kernel/lib/arena.h"
#include "kernel/machine/paging.h"

size_t bench_memory_add(size_t extra, char **place)
{
    struct bench_memory *taken = &bench_memory_taken;
    const size_t bytes = taken->bytes ? taken->bytes - BENCH_MEMORY_HEADERS : 0;
    const struct static_arrays *arrays = taken->arrays;
    bench_memory_release();
    const size_t left = bench_memory_free(arrays), room = left > bytes ? left - bytes : 0;
    extra = extra < room ? extra : room;
    bench_memory_place(bytes, extra, arrays);
    *place = (char *)(uintptr_t)(taken->start + PAGE_BYTES + taken->bytes - ARENA_HEADER);
    return extra;
}
