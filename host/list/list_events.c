/*
 * SPDX-License-Identifier: MIT
 * Events, and their groups.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/run/event_lookup.h"
#include "host/list/list.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "pmc/errata.h"
#include "pmc/p5/p5_events.h"

static const char *counters_text(const struct event *event)
{
    static const char *const texts[] = {"none", "0", "1", "0 or 1"};
    return texts[event->counters & EVENT_COUNTERS_BOTH];
}

/* "cache, bus", into buffer. */
static const char *groups_text(const struct event *event, char *buffer, size_t size)
{
    size_t length = 0;
    buffer[0] = 0;
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (event->groups & pmc_event_groups[i].mask && length < size)
            length += (size_t)snprintf(buffer + length, size - length, "%s%s", length ? ", " : "",
                                       pmc_event_groups[i].name);
    return buffer;
}

int list_events(const struct listing *listing)
{
    enum { CODE, NAME, UNIT, COUNTERS, PROCESSOR, GROUPS, TEXT, INTEL, NOTE, COLUMNS };
    static const char *const headers[COLUMNS] = {"code",    "event",        "unit",
                                                 "counter", "processor",    "group",
                                                 "text",    "Intel's name", "what is counted"};
    int n = 0;
    const unsigned n_columns = listing->verbose ? COLUMNS : INTEL;
    struct table *table = table_new(n_columns);
    for (unsigned i = 0; i < n_columns; i++)
        table_column(table, i, headers[i], i == CODE ? TABLE_RIGHT : TABLE_LEFT);
    const struct event *event;
    for (unsigned i = 0; (event = events_at(i)); i++) {
        const char *const texts[] = {event->name, event->mnemonic, event->text, NULL};
        char groups[64];
        if (!list_matches(listing, texts))
            continue;
        n++;
        table_row(table);
        table_cell(table, CODE, "0x%02x", event->code);
        table_cell(table, NAME, "%s", event->name);
        table_cell(table, UNIT, "%s", event_unit(event->name));
        table_cell(table, COUNTERS, "%s", counters_text(event));
        table_cell(table, PROCESSOR, "%s", i >= P5_EVENTS && i < P55C_EVENTS ? "P55C" : "P5, P55C");
        table_cell(table, GROUPS, "%s", groups_text(event, groups, sizeof groups));
        table_cell(table, TEXT, "%s", event->text);
        if (!listing->verbose)
            continue;
        table_cell(table, INTEL, "%s", event->mnemonic);
        const char *note = event_note(event->name);
        const struct erratum *erratum = errata_of(event->code);
        table_cell(table, NOTE, "%s%s%s%s", note, *note && erratum ? "; " : "",
                   erratum ? "erratum: " : "", erratum ? erratum->text : "");
    }
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return n;
}

int list_groups(const struct listing *listing)
{
    int n = 0;
    struct table *table = table_new(3);
    table_column(table, 0, "group", TABLE_LEFT);
    table_column(table, 1, "event", TABLE_LEFT);
    table_column(table, 2, "text", TABLE_LEFT);
    for (unsigned g = 0; g < EVENT_GROUPS; g++) {
        const char *const texts[] = {pmc_event_groups[g].name, NULL};
        if (!list_matches(listing, texts))
            continue;
        n++;
        const char *name = pmc_event_groups[g].name;
        const struct event *event;
        for (unsigned i = 0; (event = events_at(i)); i++) {
            if (!(event->groups & pmc_event_groups[g].mask))
                continue;
            table_row(table);
            table_cell(table, 0, "%s", name);
            table_cell(table, 1, "%s", event->name);
            table_cell(table, 2, "%s", event->text);
            name = "";
        }
    }
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return n;
}
