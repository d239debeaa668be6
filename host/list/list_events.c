/*
 * SPDX-License-Identifier: MIT
 * Lists events and their groups: a table for each family.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/list/list_cpu.h"
#include "host/list/list_named.h"
#include "host/list/netburst_list.h"
#include "host/run/event_lookup.h"
#include "pmc/errata.h"

enum { MOST_TEXT = 512 };

/* The Pentium 4 is the last family; host/list/list_netburst.c lists its events. */
#define LISTED_HERE_END (&families[FAMILY_P4])
_Static_assert(FAMILY_P4 + 1 == FAMILIES, "all families are listed");

static bool is_asked(const struct list_cpu *asked, const struct event *event)
{
    const struct family *family = event_family(event);
    if ((asked->family && family && family != asked->family) || family == &families[FAMILY_P4])
        return false;
    return !family || event->processors & asked->processors;
}

static const char *counters_text(const struct event *event)
{
    static const char *const texts[] = {"none", "0", "1", "0 or 1"};
    return event->counters == EVENT_COUNTERS_ALL ? "0 to 3"
                                                 : texts[event->counters & EVENT_COUNTERS_BOTH];
}

/* Writes the event's groups into buffer, such as "cache, bus". */
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

/* Writes the members of the family that have the event, such as "P5, P55C". */
static const char *processors_text(const struct event *event, char *buffer, size_t size)
{
    const struct family *family = event_family(event);
    size_t length = 0;
    buffer[0] = 0;
    for (unsigned i = 0; family && i < family->n_members && length < size; i++)
        if (event->processors & family->members[i].processor)
            length += (size_t)snprintf(buffer + length, size - length, "%s%s", length ? ", " : "",
                                       family->members[i].name);
    return family ? buffer : "any";
}

/* Writes the modifiers that can follow the name, such as ":m :e :s :i, default 0x0f". */
static const char *parts_text(const struct event *event, char *buffer, size_t size)
{
    const struct event_units *units = event->units;
    size_t length = 0;
    buffer[0] = 0;
    for (unsigned i = 0; units && i < units->n && length < size; i++)
        length += (size_t)snprintf(buffer + length, size - length, "%s:%s", length ? " " : "",
                                   units->unit[i].name);
    if (units && length < size)
        snprintf(buffer + length, size - length, ", default 0x%02x", units->by_default);
    return buffer;
}

/* Writes the remarks that follow the description: errata, and differences between documents. */
static const char *remarks_text(const struct event *event, char *buffer, size_t size)
{
    struct event_facts facts = event_facts(event);
    const struct erratum *erratum =
        event_family(event) == &families[FAMILY_P5] ? errata_of(event->code) : NULL;
    const char *wrong = erratum ? erratum->text : facts.erratum;
    snprintf(buffer, size, "%s%s%s%s%s%s", facts.note, *facts.note && *wrong ? "; " : "",
             *wrong ? "erratum: " : "", wrong,
             *facts.doubt && (*facts.note || *wrong) ? "; sources differ: " : "", facts.doubt);
    return buffer;
}

/* ---- events --------------------------------------------------------------------------------- */

/*
 * Columns of the Pentiums' table. Events of other families have Intel's or AMD's names, so they
 * have parts and sources in place of a heading column.
 */
enum { CODE, NAME, UNIT, COUNTERS, PROCESSOR, GROUPS, TEXT, INTEL, NOTE, COLUMNS };
enum { PARTS = TEXT, COUNTED = INTEL, SOURCE = NOTE };

static void add_row(struct table *table, const struct event *event, bool selectors, bool verbose)
{
    char text[MOST_TEXT];
    table_row(table);
    table_cell(table, CODE, "0x%02x", event->code);
    table_cell(table, NAME, "%s", event->name);
    table_cell(table, UNIT, "%s", event->kind == EVENT_DURATION ? "clocks" : "events");
    table_cell(table, COUNTERS, "%s", counters_text(event));
    table_cell(table, PROCESSOR, "%s", processors_text(event, text, sizeof text));
    table_cell(table, GROUPS, "%s", groups_text(event, text, sizeof text));
    if (selectors) {
        table_cell(table, PARTS, "%s", parts_text(event, text, sizeof text));
        table_cell(table, COUNTED, "%s",
                   verbose ? remarks_text(event, text, sizeof text) : event_facts(event).note);
        if (verbose)
            table_cell(table, SOURCE, "%s", event_facts(event).source);
        return;
    }
    table_cell(table, TEXT, "%s", event_heading(event));
    if (!verbose)
        return;
    table_cell(table, INTEL, "%s", event_mnemonic(event));
    table_cell(table, NOTE, "%s", remarks_text(event, text, sizeof text));
}

static struct table *new_table(bool selectors, bool verbose)
{
    static const char *const headers[2][COLUMNS] = {
        {"code", "event", "unit", "counter", "processor", "group", "text", "Intel's name",
         "what is counted"},
        {"code", "event", "unit", "counter", "processor", "group", "parts", "what is counted",
         "sources"},
    };
    const unsigned n = verbose ? COLUMNS : selectors ? SOURCE : INTEL;
    struct table *table = table_new(n);
    for (unsigned i = 0; i < n; i++)
        table_column(table, i, headers[selectors][i], i == CODE ? TABLE_RIGHT : TABLE_LEFT);
    return table;
}

/* Lists the matching events of a family; after the last family also the time stamp. */
static int list_family(const struct listing *listing, const struct list_cpu *asked,
                       const struct family *family, bool last)
{
    int n = 0;
    bool selectors = family != &families[FAMILY_P5];
    struct table *table = new_table(selectors, listing->verbose);
    const struct event *event;
    for (unsigned i = 0; (event = events_at(i)); i++) {
        const struct family *of = event_family(event);
        const char *text = selectors && of ? event_facts(event).note : event_heading(event);
        const char *const texts[] = {event->name, event_mnemonic(event), text, NULL};
        if (!is_asked(asked, event) || !list_matches(listing, texts) || (of ? of != family : !last))
            continue;
        n++;
        add_row(table, event, selectors, listing->verbose);
    }
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return n;
}

int list_events(const struct listing *listing)
{
    struct list_cpu asked;
    int n = 0;
    if (listing->pcl || listing->papi)
        return list_named_events(listing, listing->pcl ? "pcl" : "papi");
    if (list_read_cpu(listing->cpu, &asked))
        return -1;
    for (const struct family *family = families; family < LISTED_HERE_END; family++) {
        if ((asked.family && asked.family != family) || !asked.processors)
            continue;
        if (n)
            putchar('\n');
        n += list_family(listing, &asked, family, asked.family || family + 1 == LISTED_HERE_END);
    }
    if (n && asked.netburst)
        putchar('\n');
    return asked.netburst ? n + list_netburst_events(listing, asked.netburst) : n;
}

/* ---- groups --------------------------------------------------------------------------------- */

static void add_members(struct table *table, const struct list_cpu *asked, unsigned group)
{
    const char *name = pmc_event_groups[group].name;
    const struct event *event;
    for (unsigned i = 0; asked->processors && (event = events_at(i)); i++) {
        if (!(event->groups & pmc_event_groups[group].mask) || !is_asked(asked, event))
            continue;
        const char *text = event_family(event) == &families[FAMILY_P5] ? event_heading(event)
                                                                       : event_facts(event).note;
        table_row(table);
        table_cell(table, 0, "%s", name);
        table_cell(table, 1, "%s", event->name);
        table_cell(table, 2, "%s", text);
        name = "";
    }
    if (asked->netburst)
        list_netburst_group(table, asked->netburst, pmc_event_groups[group].mask, name);
}

int list_groups(const struct listing *listing)
{
    struct list_cpu asked;
    int n = 0;
    if (list_read_cpu(listing->cpu, &asked))
        return -1;
    struct table *table = table_new(3);
    table_column(table, 0, "group", TABLE_LEFT);
    table_column(table, 1, "event", TABLE_LEFT);
    table_column(table, 2, "text", TABLE_LEFT);
    for (unsigned g = 0; g < EVENT_GROUPS; g++) {
        const char *const texts[] = {pmc_event_groups[g].name, NULL};
        if (!list_matches(listing, texts))
            continue;
        n++;
        add_members(table, &asked, g);
    }
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return n;
}
