/*
 * SPDX-License-Identifier: MIT
 * Pages are handed out in ascending order, so that each run gets the same ones; freed pages are
 * handed out again, the last one first.
 */
#include "kernel/process/memory/frames.h"

#include <stddef.h>

#include "kernel/lib/string.h"

static struct {
    uint32_t start, next, end;
    uint32_t *freed; /* a list: the first word of each page is the next page's address */
    uint32_t n_freed;
} frames;

void frames_install(uint32_t start, uint32_t end)
{
    frames.start = frames.next = start;
    frames.end = end > start ? end : start;
    frames.freed = NULL;
    frames.n_freed = 0;
}

static void *frames_take_freed(void)
{
    uint32_t *page = frames.freed;
    frames.freed = (uint32_t *)(uintptr_t)page[0];
    frames.n_freed--;
    return page;
}

void *frames_allocate(uint32_t pages)
{
    void *taken;
    if (pages == 1 && frames.freed) {
        taken = frames_take_freed();
    } else {
        if (!pages || pages > (frames.end - frames.next) / FRAME_BYTES)
            return NULL;
        taken = (void *)(uintptr_t)frames.next;
        frames.next += pages * FRAME_BYTES;
    }
    return memset(taken, 0, pages * FRAME_BYTES);
}

void frames_free(void *page)
{
    uint32_t *words = page;
    words[0] = (uint32_t)(uintptr_t)frames.freed;
    frames.freed = words;
    frames.n_freed++;
}

uint32_t frames_most_in_use(void)
{
    return (frames.next - frames.start) / FRAME_BYTES;
}

uint32_t frames_left(void)
{
    return (frames.end - frames.next) / FRAME_BYTES + frames.n_freed;
}
