/*
 * SPDX-License-Identifier: MIT
 * Counts events by clock as sums: the number of clocks with at least n events, and how often that
 * condition began.
 */
#include "sim/model/p6/core/core_state.h"

void clock_tally_span(struct p6_core *core, enum p6_core_event event, uint64_t from, uint64_t to)
{
    struct tally_state *state = &core->tally_states[event];
    struct p6_tally *tally = &core->tallies[event];

    if (to <= from)
        return;
    tally->total += to - from;
    tally->clocks[1] += to - from;
    tally->edges[1] += from != state->end;
    state->end = to;
}

const struct p6_tally *p6_clock_tally(const struct p6_core *core, enum p6_core_event event)
{
    return &core->tallies[event];
}

/*
 * It checks only the uops of one reorder buffer, since a counter is never read long before the last
 * retirement.
 */
static uint64_t clock_tally_retired_later(const struct p6_core *core, bool instructions)
{
    uint64_t later = 0;

    for (uint64_t n = core->number; n > 0 && core->number - n < core->parameters.reorder_buffer;
         n--) {
        if (core->retired[(n - 1) % UOP_RING] <= core->read_clock)
            break;
        later += !instructions || core->ends[(n - 1) % UOP_RING];
    }
    return later;
}

uint64_t p6_clock_tally_seen(const struct p6_core *core, enum p6_core_event event)
{
    const uint64_t total = core->tallies[event].total;

    if (event == P6_CORE_UOPS_RETIRED || event == P6_CORE_INST_RETIRED)
        return total - clock_tally_retired_later(core, event == P6_CORE_INST_RETIRED);
    return total;
}
