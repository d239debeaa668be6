/*
 * SPDX-License-Identifier: MIT
 * Lists the events of PCL and PAPI: their availability on each processor, or with --cpu their
 * formulas.
 */
#include "host/commands/list/list_named.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/data/metrics/named_events.h"
#include "host/data/metrics/simulated_events.h"
#include "pmc/families.h"

#define MOST_TEXT 640

static const char *list_named_mark(const struct named_event *event, enum named_processor processor)
{
    const struct named_cell *cell = &event->cells[processor];
    bool own = !strcmp(event->library, "pcl") && !*cell->printed;
    return cell->how == NAMED_LACKS     ? "-"
           : cell->how == NAMED_INSTEAD ? "other"
           : own                        ? "ours"
                                        : "yes";
}

static struct text_table *list_named_new_table(const char *const *headers, unsigned n)
{
    struct text_table *table = text_table_new(n);
    for (unsigned i = 0; i < n; i++)
        text_table_set_column(table, i, headers[i], TABLE_LEFT);
    return table;
}

/* Begins the table of all processors: the availability of each event. */
static struct text_table *list_named_begin_all(void)
{
    const char *headers[NAMED_PROCESSORS + 2] = {"event"};
    for (unsigned p = 0; p < NAMED_PROCESSORS; p++)
        headers[p + 1] = named_processor_words[p];
    headers[NAMED_PROCESSORS + 1] = "what is counted";
    return list_named_new_table(headers, NAMED_PROCESSORS + 2);
}

static void list_named_add_all(struct text_table *table, const struct named_event *event)
{
    text_table_add_row(table);
    text_table_cell(table, 0, "%s", event->name);
    for (unsigned p = 0; p < NAMED_PROCESSORS; p++)
        text_table_cell(table, p + 1, "%s", list_named_mark(event, p));
    text_table_cell(table, NAMED_PROCESSORS + 1, "%s", event->text);
}

/*
 * Begins the table of one processor: formula, notes, and with -v the entry of PCL's manual, or
 * PAPI's own formula if it is another one.
 */
static struct text_table *list_named_begin_one(const char *library, bool verbose)
{
    bool papi = !strcmp(library, "papi");
    const char *const headers[] = {"event", "formula", "note", papi ? "PAPI 7.0.0" : "table",
                                   "manual's entry"};
    return list_named_new_table(headers, !verbose ? 3 : papi ? 4 : 5);
}

/*
 * Writes which events of the formula the virtual machine does not count. Returns the length; 0 if
 * it counts all of them.
 */
static int list_named_missing(const struct named_cell *cell, enum named_processor processor,
                              char *text, size_t size)
{
    static const uint8_t family[NAMED_PROCESSORS] = {
        FAMILY_P5,
        FAMILY_P5, [NAMED_P6] = FAMILY_P6, [NAMED_K7] = FAMILY_K7, [NAMED_P4] = FAMILY_P4};
    char *both = allocate_text("%s + %s", cell->counts, cell->per);
    int length = simulated_events_missing(family[processor], both, text, size);
    free(both);
    return length;
}

static void list_named_add_one(struct text_table *table, const struct named_event *event,
                               enum named_processor processor, bool verbose)
{
    const struct named_cell *cell = &event->cells[processor];
    bool sum = strchr(cell->counts, ' ') != NULL;
    text_table_add_row(table);
    text_table_cell(table, 0, "%s", event->name);
    if (cell->how == NAMED_LACKS)
        text_table_cell(table, 1, "-");
    else if (!*cell->per)
        text_table_cell(table, 1, "%s", cell->counts);
    else
        text_table_cell(table, 1, "%s%s%s / %s%s%s%s", sum ? "(" : "", cell->counts, sum ? ")" : "",
                        strchr(cell->per, ' ') ? "(" : "", cell->per,
                        strchr(cell->per, ' ') ? ")" : "", event->times_mhz ? " * mhz" : "");
    char missing[MOST_TEXT];
    int length = list_named_missing(cell, processor, missing, sizeof missing);
    text_table_cell(table, 2, "%s%s%s%s", cell->note, *cell->note && length ? "; " : "",
                    length ? "not in the simulator: " : "", missing);
    if (!verbose)
        return;
    if (event->table)
        text_table_cell(table, 3, "3.%u", event->table);
    text_table_cell(table, strcmp(event->library, "papi") ? 4 : 3, "%s", cell->printed);
}

int list_named_events(const struct listing *listing, const char *library)
{
    enum named_processor processor =
        listing->cpu ? named_table_processor(listing->cpu) : NAMED_PROCESSORS;
    bool all = !listing->cpu || !strcmp(listing->cpu, "all");
    if (!all && processor == NAMED_PROCESSORS) {
        message_print(
            "--cpu: '%s' is not a processor for which %s's events are defined; allowed: p5, p54c, "
            "p55c, p6, ppro, p2, p3, pm, k7, p4, all",
            listing->cpu, library);
        return -1;
    }
    struct text_table *table =
        all ? list_named_begin_all() : list_named_begin_one(library, listing->verbose);
    const struct named_event *event;
    int n = 0;
    for (unsigned i = 0; (event = named_table_event(i)); i++) {
        const char *const texts[] = {event->name, event->text, NULL};
        if (strcmp(event->library, library) || !listing_matches(listing, texts))
            continue;
        n++;
        if (all)
            list_named_add_all(table, event);
        else
            list_named_add_one(table, event, processor, listing->verbose);
    }
    if (n)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    if (n && all && !strcmp(library, "pcl"))
        puts(
            "\n"
            "yes: as in PCL's manual; other: differs from the manual; ours: not in the manual.\n"
            "--cpu CPU prints the formulas, and with -v the manual's entries.");
    text_table_free(table);
    return n;
}
