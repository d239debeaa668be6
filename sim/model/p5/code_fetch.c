/*
 * SPDX-License-Identifier: MIT
 * The prefetcher's reads of the code cache, one for each 32-byte line that execution enters. A
 * branch reads its target's line even if it is the line read last.
 */
#include "sim/model/p5/bus_line.h"

/* A data line that is also read as code becomes shared; a modified one is written back first. */
static void code_fetch_snoop_data(struct model *model, uint32_t line)
{
    const int index = line_cache_find(&model->data, line);

    if (index < 0)
        return;
    if (model->data.states[index] == LINE_MODIFIED)
        data_access_write_back(model, (unsigned)index);
    line_cache_set_state(&model->data, (unsigned)index, LINE_SHARED);
}

/*
 * Waits for uncached code; each 8 bytes are a separate read. Returns the clock at which the last
 * have arrived.
 */
static uint64_t code_fetch_read_uncached(struct model *model, uint32_t from, uint32_t to)
{
    uint64_t arrival = 0;

    for (uint32_t at = from & ~7u; at <= to; at += 8) {
        arrival = p5_bus_read(model, at);
        model->count[P5_non_cacheable_memory_reads]++;
        if (at > from) { /* the first read is counted already */
            model->count[P5_code_read]++;
            model->count[P5_code_cache_miss]++;
        }
    }
    return arrival;
}

static void code_fetch_miss(struct model *model, uint32_t from, uint32_t to)
{
    model->count[P5_code_cache_miss]++;
    if (p5_cacheable(model, from)) {
        code_fetch_snoop_data(model, from >> LINE_SHIFT);
        p5_bus_read_line(model, from, &model->code_fill);
        line_cache_fill(&model->code, from >> LINE_SHIFT, LINE_SHARED);
    } else {
        p5_state_stall_until(model, LOST_CODE_MISS, code_fetch_read_uncached(model, from, to));
        pipeline_refill(model);
    }
}

/*
 * Waits until the block's bytes from `from` to `to`, which are in the line being filled, have
 * arrived.
 */
static void code_fetch_wait_for_fill(struct model *model, uint32_t from, uint32_t to)
{
    uint64_t arrival = 0;

    for (uint32_t chunk = from >> 3; chunk <= to >> 3; chunk++) {
        const uint64_t there = bus_line_arrival(model, &model->code_fill, chunk & 3);

        if (there > arrival)
            arrival = there;
    }
    if (arrival > model->clock) {
        p5_state_stall_until(model, LOST_CODE_MISS, arrival);
        pipeline_refill(model);
    }
}

/*
 * Stores new bytes as offsets into the block, since issue_timing.c knows an instruction's place
 * only as an offset.
 */
static void code_fetch_note_fresh(struct model *model, uint32_t block, uint32_t from, uint32_t to)
{
    if (!model->config.pairing.first_execution)
        return;
    if (!model->fresh) {
        model->fresh_physical = block;
        model->fresh_first = from;
        model->fresh_base_known = false;
    }
    model->fresh = true;
    model->fresh_last = to;
}

/*
 * `block` is the address that the block's first byte would have if the block were contiguous with
 * these bytes.
 */
static __attribute__((noinline)) void code_fetch_lines(struct model *model, uint32_t block,
                                                       uint32_t physical, uint32_t end, bool jumped)
{
    const uint32_t first_line = physical >> LINE_SHIFT;
    const bool goes_on = first_line == model->code_line && !jumped;
    const bool fresh = first_line == model->fresh_line && !jumped && model->tail.goes_on;

    for (uint32_t line = first_line; line <= end >> LINE_SHIFT; line++) {
        const uint32_t first = line << LINE_SHIFT;
        const uint32_t from = first > physical ? first : physical;
        const uint32_t to = first + LINE_BYTES - 1 < end ? first + LINE_BYTES - 1 : end;

        if (line > first_line || !fresh)
            model->fresh_line = NO_LINE;
        if (line > first_line || !goes_on) {
            model->count[P5_code_read]++;
            if (line_cache_use(&model->code, line) < 0) {
                code_fetch_miss(model, from, to);
                model->fresh_line = line;
            }
        }
        if (line == model->fresh_line)
            code_fetch_note_fresh(model, block, from - block, to - block);
        if (model->clock < model->code_fill.until && line == model->code_fill.line)
            code_fetch_wait_for_fill(model, from, to);
        model->code_line = line;
    }
}

/*
 * `linear` is not needed: the caches are indexed below the page size and tagged by physical
 * address.
 */
void p5_fetch(struct model *model, uint32_t linear, uint32_t physical, unsigned bytes, bool jumped)
{
    const uint32_t end = physical + bytes - 1;
    const uint32_t line = physical >> LINE_SHIFT;

    (void)linear;
    if (line == end >> LINE_SHIFT && line_cache_is_recent(&model->code, line) && !model->fresh &&
        model->clock >= model->code_fill.until) {
        model->count[P5_code_read] += jumped | (line != model->code_line);
        model->code_line = line;
    } else {
        model->fresh = false;
        code_fetch_lines(model, physical, physical, end, jumped);
    }
}

void p5_fetch_on(struct model *model, unsigned before, uint32_t physical, unsigned bytes)
{
    code_fetch_lines(model, physical - before, physical, physical + bytes - 1, false);
}
