/*
 * SPDX-License-Identifier: MIT
 * Lists events and their groups: a table for each family.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/commands/list/list_cpu.h"
#include "host/commands/list/list_named.h"
#include "host/commands/list/list_described.h"
#include "host/commands/list/list_netburst.h"
#include "host/commands/list/list_subjects.h"
#include "host/data/metrics/simulated_events.h"
#include "host/data/run/event_lookup.h"
#include "pmc/descriptions/event_facts.h"

enum { MOST_TEXT = 512 };

/* The Pentium 4 is the last family; host/commands/list/list_netburst.c lists its events. */
#define LISTED_HERE_END (&families[FAMILY_P4])
_Static_assert(FAMILY_P4 + 1 == FAMILIES, "all families are listed");

static bool list_events_selects(const struct list_cpu *cpu, const struct event *event)
{
    const struct family *family = event_family(event);
    if ((cpu->family && family && family != cpu->family) || family == &families[FAMILY_P4])
        return false;
    return !family || event->processors & cpu->processors;
}

static const char *list_events_counters(const struct event *event)
{
    static const char *const texts[] = {"none", "0", "1", "0 or 1"};
    return event->counters == EVENT_COUNTERS_ALL ? "0 to 3"
                                                 : texts[event->counters & EVENT_COUNTERS_BOTH];
}

/* Writes the event's groups into buffer, such as "cache, bus". */
static const char *list_events_groups(const struct event *event, char *buffer, size_t size)
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
static const char *list_events_processors(const struct event *event, char *buffer, size_t size)
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
static const char *list_events_parts(const struct event *event, char *buffer, size_t size)
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

/*
 * Writes what is counted and, if `verbose`, what is not, the errata and the differences between
 * documents.
 */
static const char *list_events_remarks(const struct event *event, bool verbose, char *buffer,
                                       size_t size)
{
    const struct event_facts facts = event_facts(event);
    const char *why = event_family(event) == &families[FAMILY_K7]
                          ? simulated_events_k7_reason(event->code)
                          : NULL;
    const struct {
        const char *label, *text;
    } remarks[] = {{"", facts.counts},
                   {"not: ", facts.excluded},
                   {"erratum: ", facts.erratum},
                   {"sources differ: ", facts.doubt},
                   {"not in the simulator: ", why ? why : ""}};
    size_t length = 0;
    buffer[0] = 0;
    for (unsigned i = 0; i < (verbose ? sizeof remarks / sizeof remarks[0] : 1); i++)
        if (*remarks[i].text && length < size)
            length += (size_t)snprintf(buffer + length, size - length, "%s%s%s", length ? "; " : "",
                                       remarks[i].label, remarks[i].text);
    return buffer;
}

/* ---- events --------------------------------------------------------------------------------- */

/*
 * Columns of the Pentiums' table. Events of other families have Intel's or AMD's names, so they
 * have parts and sources in place of a heading column.
 */
enum { CODE, NAME, UNIT, COUNTERS, PROCESSOR, GROUPS, TEXT, INTEL, NOTE, COLUMNS };
enum { PARTS = TEXT, COUNTED = INTEL, SOURCE = NOTE };

static void list_events_add_row(struct text_table *table, const struct event *event, bool selectors,
                                bool verbose)
{
    char text[MOST_TEXT];
    text_table_add_row(table);
    text_table_cell(table, CODE, "0x%02x", event->code);
    text_table_cell(table, NAME, "%s", event->name);
    text_table_cell(table, UNIT, "%s", event->kind == EVENT_DURATION ? "clocks" : "events");
    text_table_cell(table, COUNTERS, "%s", list_events_counters(event));
    text_table_cell(table, PROCESSOR, "%s", list_events_processors(event, text, sizeof text));
    text_table_cell(table, GROUPS, "%s", list_events_groups(event, text, sizeof text));
    if (selectors) {
        text_table_cell(table, PARTS, "%s", list_events_parts(event, text, sizeof text));
        text_table_cell(table, COUNTED, "%s",
                        list_events_remarks(event, verbose, text, sizeof text));
        if (verbose)
            text_table_cell(table, SOURCE, "%s", event_facts(event).source);
        return;
    }
    text_table_cell(table, TEXT, "%s", event_heading(event));
    if (!verbose)
        return;
    text_table_cell(table, INTEL, "%s", event_mnemonic(event));
    text_table_cell(table, NOTE, "%s", list_events_remarks(event, true, text, sizeof text));
}

static struct text_table *list_events_new_table(bool selectors, bool verbose)
{
    static const char *const headers[2][COLUMNS] = {
        {"code", "event", "unit", "counter", "processor", "group", "text", "Intel's name",
         "what is counted"},
        {"code", "event", "unit", "counter", "processor", "group", "parts", "what is counted",
         "sources"},
    };
    const unsigned n = verbose ? COLUMNS : selectors ? SOURCE : INTEL;
    struct text_table *table = text_table_new(n);
    for (unsigned i = 0; i < n; i++)
        text_table_set_column(table, i, headers[selectors][i],
                              i == CODE ? TABLE_RIGHT : TABLE_LEFT);
    return table;
}

/* Lists the matching events of a family; after the last family also the time stamp. */
static int list_events_of_family(const struct listing *listing, const struct list_cpu *cpu,
                                 const struct family *family, bool last)
{
    int n = 0;
    const bool exact = list_described_one(listing);
    bool selectors = family != &families[FAMILY_P5];
    bool paragraphs = listing->verbose && listing->pattern;
    struct text_table *table = list_events_new_table(selectors, listing->verbose);
    const struct event *event;
    for (unsigned i = 0; (event = event_lookup_at(i)); i++) {
        const struct family *of = event_family(event);
        const char *text = selectors && of ? event_facts(event).counts : event_heading(event);
        const char *const texts[] = {event->name, event_mnemonic(event), text, NULL};
        if (!list_events_selects(cpu, event) || (of ? of != family : !last) ||
            !(exact ? !strcasecmp(event->name, listing->pattern)
                    : listing_matches(listing, texts) ||
                          (of && listing_has_code(listing, event->code))))
            continue;
        if (paragraphs) {
            list_described_event(event, n);
        }
        n++;
        list_events_add_row(table, event, selectors, listing->verbose);
    }
    if (n && !paragraphs)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    return n;
}

int list_events(const struct listing *listing)
{
    struct list_cpu cpu;
    int n = 0;
    if (listing->pcl || listing->papi)
        return list_named_events(listing, listing->pcl ? "pcl" : "papi");
    if (list_cpu_read(listing->cpu, &cpu))
        return -1;
    for (const struct family *family = families; family < LISTED_HERE_END; family++) {
        if ((cpu.family && cpu.family != family) || !cpu.processors)
            continue;
        if (n)
            putchar('\n');
        n += list_events_of_family(listing, &cpu, family,
                                   cpu.family || family + 1 == LISTED_HERE_END);
    }
    if (!cpu.family || cpu.family == &families[FAMILY_P5])
        n += list_described_reserved(listing, n);
    if (n && cpu.netburst)
        putchar('\n');
    return cpu.netburst ? n + list_netburst_events(listing, cpu.netburst) : n;
}

/* ---- groups --------------------------------------------------------------------------------- */

static void list_events_add_members(struct text_table *table, const struct list_cpu *cpu,
                                    unsigned group)
{
    const char *name = pmc_event_groups[group].name;
    const struct event *event;
    for (unsigned i = 0; cpu->processors && (event = event_lookup_at(i)); i++) {
        if (!(event->groups & pmc_event_groups[group].mask) || !list_events_selects(cpu, event))
            continue;
        const char *text = event_family(event) == &families[FAMILY_P5] ? event_heading(event)
                                                                       : event_facts(event).counts;
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", name);
        text_table_cell(table, 1, "%s", event->name);
        text_table_cell(table, 2, "%s", text);
        name = "";
    }
    if (cpu->netburst)
        list_netburst_group(table, cpu->netburst, pmc_event_groups[group].mask, name);
}

int list_event_groups(const struct listing *listing)
{
    struct list_cpu cpu;
    int n = 0;
    if (list_cpu_read(listing->cpu, &cpu))
        return -1;
    struct text_table *table = text_table_new(3);
    text_table_set_column(table, 0, "group", TABLE_LEFT);
    text_table_set_column(table, 1, "event", TABLE_LEFT);
    text_table_set_column(table, 2, "text", TABLE_LEFT);
    for (unsigned g = 0; g < EVENT_GROUPS; g++) {
        const char *const texts[] = {pmc_event_groups[g].name, NULL};
        if (!listing_matches(listing, texts))
            continue;
        n++;
        list_events_add_members(table, &cpu, g);
    }
    if (n)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    return n;
}
