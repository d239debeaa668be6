/*
 * SPDX-License-Identifier: MIT
 * Sampling source: a write to an address. It traps after the writing instruction, even while
 * interrupts are disabled.
 */
#include "kernel/sample/sources/sample_source.h"

#include "kernel/sample/sources/watch_points.h"

#define VECTOR_DEBUG 1

static const char *open_watch(uint64_t tsc_hz, unsigned rate)
{
    (void)tsc_hz, (void)rate;
    return NULL;
}

static uint32_t watch_source_hz(void)
{
    return 1;
}

static void watch_source_set(uint32_t address)
{
    const struct address_watch one = {.address = address};
    watch_points_set(&one, address != 0);
}

static bool takes_watch(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_DEBUG && watch_points_hit();
}

static void close_watch(void)
{
    watch_source_set(0);
}

const struct sample_source sample_by_watch = {
    .name = "watch",
    .most = INT32_MAX,
    .open = open_watch,
    .hz = watch_source_hz,
    .watch = watch_source_set,
    .acknowledge = takes_watch,
    .close = close_watch,
};
