/*
 * SPDX-License-Identifier: MIT
 * What happens is told the counters clock by clock: what the bus does, and what retires, of which
 * no more uops go into a clock than retire in one.
 */
#include "sim/model/netburst/netburst_state.h"

#include <string.h>

static void look_at_overflow(struct model *model)
{
    const unsigned interrupts = p4_interrupted(&model->counters);

    if (interrupts && model->overflow)
        model->overflow(model->overflow_context, interrupts);
}

/* The clock that is filled is over; up to `clock`, which is the next that is, nothing happens. */
static void step(struct model *model, uint64_t clock, bool running)
{
    const struct p4_clock idle = {.any = running ? LINE_SET(LINE_RUNNING) : 0,
                                  .events = {[LINE_RUNNING] = running}};

    if (model->counters.running) {
        if (model->open)
            p4_clocks(&model->counters, &model->now, 1);
        p4_clocks(&model->counters, &idle, clock - model->at - 1);
        if (model->counters.interrupts)
            look_at_overflow(model);
    }
    memset(&model->now, 0, sizeof model->now);
    model->now.any = LINE_SET(LINE_RUNNING);
    model->now.events[LINE_RUNNING] = 1;
    model->at = clock;
    model->open = true;
}

void netburst_advance(struct model *model, uint64_t clock, bool running)
{
    for (uint64_t bus; (bus = netburst_bus_next(model)) <= clock;) {
        if (bus > model->at)
            step(model, bus, running);
        netburst_bus_tell(model, &model->now);
    }
    if (clock > model->at)
        step(model, clock, running);
}

void netburst_settle(struct model *model)
{
    const uint64_t clock = model_clock(model);

    if (clock > model->at)
        netburst_advance(model, clock, true);
    if (model->open && model->counters.running)
        p4_clocks(&model->counters, &model->now, 1);
    model->open = false;
    netburst_core_pass(&model->core, 0);
    look_at_overflow(model);
}

/* ---- what retires --------------------------------------------------------------------------- */

static void put(struct p4_clock *clock, unsigned line, uint64_t n)
{
    const uint64_t sum = clock->events[line] + n;

    if (!n)
        return;
    clock->any |= LINE_SET(line);
    clock->events[line] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
}

/* The i-th of so many equal parts, in whole ones; all of a single one is in the last. */
static uint64_t part(uint64_t all, uint64_t i, uint64_t parts)
{
    return all * (i + 1) / parts - all * i / parts;
}

void netburst_tell_retired(struct model *model, uint32_t uops, enum netburst_line queue)
{
    const struct netburst_core *core = &model->core;
    const uint64_t first = netburst_core_uop_clock(core, uops - 1);
    const uint64_t last = model_clock(model);
    struct pending_events *retires = &model->pending.retires;
    uint32_t told = 0;

    for (uint64_t clock = first; clock <= last; clock++) {
        const uint32_t before = told;

        if (clock > model->at)
            netburst_advance(model, clock, true);
        while (told < uops && netburst_core_uop_clock(core, uops - told - 1) <= clock)
            told++;
        put(&model->now, LINE_UOPS, told - before);
        put(&model->now, queue, told - before);
        for (p4_lines lines = retires->any; lines; lines &= lines - 1) {
            const unsigned line = (unsigned)__builtin_ctzll(lines);
            put(&model->now, line, part(retires->events[line], clock - first, last - first + 1));
        }
    }
    netburst_forget(retires);
    netburst_record_look(model);
}
