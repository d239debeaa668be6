/*
 * SPDX-License-Identifier: MIT
 * The P6's code fetches: aligned blocks, one a clock, from lines of the code cache. The wait for a
 * line is charged to the first instruction with bytes in it.
 */
#include "sim/model/p6/p6_state.h"

static void p6_fetch_note_wait(struct fetched *fetched, uint32_t linear, unsigned wait)
{
    if (!wait || fetched->lines == FETCH_LINES)
        return;
    fetched->line[fetched->lines].linear = linear;
    fetched->line[fetched->lines++].wait = (uint16_t)wait;
}

/* Each fetch of uncacheable code is a separate read. */
static unsigned p6_fetch_block(struct model *model, uint32_t physical)
{
    p6_count(model, TOTAL_FETCHES, 1);
    if (p6_cacheable(model, physical))
        return p6_hierarchy_code_line(model, physical >> LINE_SHIFT);
    p6_count(model, TOTAL_FETCH_MISSES, 1);
    return p6_hierarchy_partial(model, false);
}

/* `linear` is the linear address of the byte at `physical`. */
static void p6_fetch_bytes(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes)
{
    const uint32_t size = model->config.core.fetch_bytes; /* a power of two */
    const uint32_t last = (physical + bytes - 1) & ~(size - 1);
    uint32_t block = physical & ~(size - 1);

    if (block != model->fetch_block)
        p6_fetch_note_wait(&model->fetched, linear, p6_fetch_block(model, physical));
    while (block != last) {
        block += size;
        p6_fetch_note_wait(&model->fetched, linear + (block - physical),
                           p6_fetch_block(model, block));
    }
    model->fetch_block = last;
}

void p6_fetch(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes, bool jumped)
{
    model->fetched.base = linear;
    model->fetched.delta_known = false;
    model->fetched.lines = model->fetched.next = 0;
    p6_fetch_note_wait(&model->fetched, linear, model->code_walk_wait);
    model->code_walk_wait = 0;
    if (jumped)
        model->fetch_block = NO_LINE;
    p6_fetch_bytes(model, linear, physical, bytes);
}

void p6_fetch_on(struct model *model, unsigned before, uint32_t physical, unsigned bytes)
{
    p6_fetch_bytes(model, model->fetched.base + before, physical, bytes);
}
