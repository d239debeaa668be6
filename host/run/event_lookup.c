/*
 * SPDX-License-Identifier: MIT
 * Looking events up for the host's tables and pictures.
 */
#include "host/run/event_lookup.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "pmc/pmc.h"

const struct event *events_at(unsigned index)
{
    if (index < P55C_EVENTS)
        return &p5_events[index];
    return index == P55C_EVENTS ? &pmc_time_stamp : NULL;
}

const struct event *events_find(const char *name)
{
    const struct event *event;
    for (unsigned i = 0; (event = events_at(i)); i++)
        if (((event->name[0] ^ name[0]) & ~0x20) == 0 && !strcasecmp(event->name, name))
            return event;
    for (unsigned i = 0; (event = events_at(i)); i++)
        if (((event->mnemonic[0] ^ name[0]) & ~0x20) == 0 && !strcasecmp(event->mnemonic, name))
            return event;
    return pmc_find_event_anywhere(name, strlen(name)); /* the clock by its other names */
}

const char *event_unit(const char *name)
{
    const struct event *event = events_find(name);
    if (!event)
        return "";
    return event->kind == EVENT_DURATION ? "clocks" : "events";
}

const char *event_text(const char *name)
{
    const struct event *event = events_find(name);
    return event ? event->text : name;
}

const char *event_note(const char *name)
{
    static const char *const notes[] = {
#define EVENT(code, id, mnemonic, text, kind, counters, groups, note) note,
#include "pmc/p5/p5.def"
#include "pmc/p5/p55c.def"
#undef EVENT
    };
    _Static_assert(sizeof notes / sizeof notes[0] == P55C_EVENTS, "a note to each event");
    const struct event *event = events_find(name);
    ptrdiff_t at = event ? event - p5_events : -1;
    return event != &pmc_time_stamp && at >= 0 ? notes[at] : "";
}
