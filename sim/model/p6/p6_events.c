/*
 * SPDX-License-Identifier: MIT
 * Looks up P6 event selects: the event by code in pmc's table, then by name among those that the
 * model counts.
 */
#include "sim/model/p6/p6_events.h"

#include <stddef.h>
#include <string.h>

#include "pmc/event.h"
#include "pmc/p6/p6_event_table.h"

_Static_assert(P6_PPRO == PROCESSOR_PPRO && P6_P2 == PROCESSOR_P2 && P6_P3 == PROCESSOR_P3,
               "both enumerations must have the same numbers");

static const struct p6_event_row {
    const char *event;
    const char *unit; /* NULL: any unit mask */
    uint8_t total;
    int8_t core; /* enum p6_core_event, or -1 */
} rows[] = {
#define WHOLE(event, total)      {#event, NULL, TOTAL_##total, -1},
#define PART(event, unit, total) {#event, #unit, TOTAL_##total, -1},
#define CORE(event, what)        {#event, NULL, 0, P6_CORE_##what},
#include "sim/model/p6/p6_events.def"
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct event *p6_events_find(enum p6_processor processor, unsigned counters,
                                          unsigned code)
{
    for (size_t i = 0; i < P6_EVENTS; i++)
        if (p6_events[i].code == code && (p6_events[i].processors & processor) &&
            (p6_events[i].counters & counters))
            return &p6_events[i];
    return NULL;
}

/* For combinable units one bit is enough; an exclusive unit must match its whole field. */
static bool p6_events_selects_unit(const struct event *event, const char *name, unsigned mask)
{
    for (unsigned i = 0; i < event->units->n; i++) {
        const struct event_unit *unit = &event->units->unit[i];

        if (strcmp(unit->name, name) == 0)
            return unit->alone ? (mask & unit->field) == unit->value : (mask & unit->value) != 0;
    }
    return false;
}

struct p6_selection p6_events_select(enum p6_processor processor, unsigned counter, unsigned code,
                                     unsigned mask)
{
    const struct event *event = p6_events_find(processor, 1u << counter, code);
    struct p6_selection selection = {.core = -1};

    for (size_t i = 0; event && i < ROWS; i++) {
        const struct p6_event_row *row = &rows[i];

        if (strcmp(row->event, event->name) != 0)
            continue;
        if (row->core >= 0)
            selection.core = row->core;
        else if (!row->unit || p6_events_selects_unit(event, row->unit, mask))
            selection.totals.words[row->total / 64] |= 1ull << row->total % 64;
    }
    return selection;
}

static bool p6_events_is_counted(const struct event *event)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].event, event->name) == 0)
            return true;
    return false;
}

uint64_t p6_events_counted(enum p6_processor processor, unsigned n)
{
    uint64_t codes = 0;

    for (size_t i = 0; i < P6_EVENTS; i++)
        if (p6_events[i].code / 64 == n && (p6_events[i].processors & processor) &&
            p6_events_is_counted(&p6_events[i]))
            codes |= 1ull << p6_events[i].code % 64;
    return codes;
}
