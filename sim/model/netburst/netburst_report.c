/*
 * SPDX-License-Identifier: MIT
 * Reports events to the counters clock by clock: those of bus and front end, and retirement,
 * limited to the uops that can retire in one clock.
 */
#include "sim/model/netburst/netburst_state.h"

#include <string.h>

static void netburst_report_overflow(struct model *model)
{
    const unsigned interrupts = p4_counters_interrupted(&model->counters);

    if (interrupts && model->overflow)
        model->overflow(model->overflow_context, interrupts);
}

static void netburst_report_add(struct p4_clock *clock, unsigned line, uint64_t n)
{
    const uint64_t sum = clock->events[line] + n;

    if (!n)
        return;
    clock->any |= LINE_SET(line);
    clock->events[line] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
}

/* Begins a clock that has only the events that depend on no instruction. */
static void netburst_report_begin_clock(const struct model *model, struct p4_clock *clock,
                                        bool running)
{
    memset(clock, 0, sizeof *clock);
    if (!running)
        return;
    clock->any = LINE_SET(LINE_RUNNING) | model->mode;
    clock->events[LINE_RUNNING] = 1;
    clock->events[LINE_DELIVERING] = clock->events[LINE_BUILDING] = 1; /* only the one in `any`
                                                                          is reported */
}

/* Adds bogus uops that leave; they do so before the right path enters. */
static void netburst_report_bogus(struct model *model, uint32_t most)
{
    const uint32_t uops = model->bogus < most ? model->bogus : most;

    netburst_report_add(&model->now, LINE_UOPS_BOGUS, uops);
    netburst_report_add(&model->now, LINE_FROM_DELIVER, uops);
    model->bogus -= uops;
}

/* Reports the filled clock; from it until `clock`, the next one to fill, nothing happens. */
static void netburst_report_step_to(struct model *model, uint64_t clock, bool running)
{
    struct p4_clock idle;

    if (model->counters.running) {
        netburst_report_begin_clock(model, &idle, running);
        if (model->open)
            p4_counters_simulate(&model->counters, &model->now, 1);
        p4_counters_simulate(&model->counters, &idle, clock - model->at - 1);
        if (model->counters.interrupts)
            netburst_report_overflow(model);
    }
    netburst_report_begin_clock(model, &model->now, true);
    netburst_report_bogus(model, model->bogus_each);
    model->at = clock;
    model->open = true;
}

static void netburst_report_step(struct model *model, uint64_t clock, bool running)
{
    while (model->bogus && model->at + 1 < clock)
        netburst_report_step_to(model, model->at + 1, running);
    netburst_report_step_to(model, clock, running);
}

void netburst_report_advance(struct model *model, uint64_t clock, bool running)
{
    for (uint64_t bus; (bus = netburst_bus_next(model)) <= clock;) {
        if (bus > model->at)
            netburst_report_step(model, bus, running);
        netburst_bus_report(model, &model->now);
    }
    if (clock > model->at)
        netburst_report_step(model, clock, running);
}

void netburst_report_settle(struct model *model)
{
    const uint64_t clock = netburst_clock(model);

    if (clock > model->at)
        netburst_report_advance(model, clock, true);
    if (model->open)
        netburst_report_bogus(model, model->bogus);
    if (model->open && model->counters.running)
        p4_counters_simulate(&model->counters, &model->now, 1);
    model->open = false;
    netburst_core_pass(&model->core, 0);
    netburst_report_overflow(model);
}

/* ---- retirement ------------------------------------------------------------------------------ */

/* The i-th of `parts` equal whole parts of `all`; a single event is in the last part. */
static uint64_t netburst_report_part(uint64_t all, uint64_t i, uint64_t parts)
{
    return all * (i + 1) / parts - all * i / parts;
}

/* The front-end mode for uops from this source; microcode is neither mode. */
static p4_lines netburst_report_mode(enum netburst_line queue)
{
    return queue == LINE_FROM_DELIVER ? LINE_SET(LINE_DELIVERING)
           : queue == LINE_FROM_BUILD ? LINE_SET(LINE_BUILDING)
                                      : 0;
}

void netburst_report_retired(struct model *model, uint32_t uops, enum netburst_line queue)
{
    const struct netburst_core *core = &model->core;
    const uint64_t first = netburst_core_uop_clock(core, uops - 1);
    const uint64_t last = netburst_clock(model);
    struct pending_events *retires = &model->pending.retires;
    uint32_t reported = 0;

    model->mode = netburst_report_mode(queue);
    for (uint64_t clock = first; clock <= last; clock++) {
        const uint32_t before = reported;

        if (clock > model->at)
            netburst_report_advance(model, clock, true);
        while (reported < uops && netburst_core_uop_clock(core, uops - reported - 1) <= clock)
            reported++;
        netburst_report_add(&model->now, LINE_UOPS, reported - before);
        netburst_report_add(&model->now, queue, reported - before);
        for (p4_lines lines = retires->any; lines; lines &= lines - 1) {
            const unsigned line = (unsigned)__builtin_ctzll(lines);
            netburst_report_add(
                &model->now, line,
                netburst_report_part(retires->events[line], clock - first, last - first + 1));
        }
    }
    netburst_forget(retires);
    netburst_record_check(model);
}
