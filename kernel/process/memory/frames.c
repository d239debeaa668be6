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
    struct frames_refused refused;
} frames;

void frames_install(uint32_t start, uint32_t end)
{
    frames.start = frames.next = start;
    frames.end = end > start ? end : start;
    frames.freed = NULL;
    frames.n_freed = 0;
    frames.refused = (struct frames_refused){0, 0};
}

static void frames_note_refused(uint32_t pages, uint32_t left)
{
    if (!frames.refused.wanted || pages - left > frames.refused.wanted - frames.refused.left)
        frames.refused = (struct frames_refused){pages, left};
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
        const uint32_t contiguous = (frames.end - frames.next) / FRAME_BYTES;
        if (pages > contiguous)
            frames_note_refused(pages, contiguous);
        if (!pages || pages > contiguous)
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

bool frames_suffice(uint32_t pages)
{
    const uint32_t left = frames_left();
    if (pages > left)
        frames_note_refused(pages, left);
    return pages <= left;
}

struct frames_refused frames_refused(void)
{
    return frames.refused;
}
