/*
 * SPDX-License-Identifier: MIT
 * Lists the events of the Pentium 4, their parts, and the events that are counted by tags.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/commands/list/list_described.h"
#include "host/commands/list/list_netburst.h"
#include "host/data/metrics/simulated_events.h"
#include "pmc/families.h"
#include "pmc/netburst/netburst_events.h"

enum { MOST_TEXT = 800 };

/* The columns of the event tables that a kernel does not need. */
static const struct event_words {
    const char *text, *source, *doubt, *erratum;
} event_words[] = {
#define EVENT(name, select, escr0, escr1, routing, models, usual, groups, stage, feeds, threads,   \
              text, source, doubt, erratum)                                                        \
    {text, source, doubt, erratum},
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

static const struct part_words {
    const char *text, *source, *doubt;
} part_words[] = {
#define EVENT(...)
#define MASK(event, bit, name, kind, text, source, doubt) {text, source, doubt},
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

static const char *const tagged_words[] = {
#define TAGGED(name, way, counting, upstream, mask, escr, enable, vertical, text) text,
#include "pmc/netburst/tagged.def"
#undef TAGGED
};

static const struct event_words *list_netburst_words(const struct netburst_event *event)
{
    return &event_words[event - netburst_events];
}

static const struct part_words *list_netburst_part_words(const struct netburst_mask *part)
{
    return &part_words[part - netburst_events[0].masks];
}

/* ---- cells ---------------------------------------------------------------------------------- */

/*
 * Writes "0 to 3" for the counters of a block, or the counters of one side of it separated by
 * commas.
 */
static const char *list_netburst_counters(const struct netburst_event *event, char *text,
                                          size_t size)
{
    uint32_t counters = netburst_registers_reach(event->escr[0]);
    if (event->escr[1] != NETBURST_NONE) {
        counters |= netburst_registers_reach(event->escr[1]);
        snprintf(text, size, "%d to %d", __builtin_ctz(counters), 31 - __builtin_clz(counters));
        return text;
    }
    size_t length = 0;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (counters >> i & 1)
            length += (size_t)snprintf(text + length, size - length, "%s%u", length ? ", " : "", i);
    return text;
}

static const char *list_netburst_groups(unsigned groups, char *text, size_t size)
{
    size_t length = 0;
    text[0] = 0;
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (groups & pmc_event_groups[i].mask)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "",
                                       pmc_event_groups[i].name);
    return text;
}

/*
 * Writes ":lsc :ssc :usc, default lsc+ssc". The default is omitted if there is only one part, or if
 * a part must be given.
 */
static const char *list_netburst_parts(const struct netburst_event *event, char *text, size_t size)
{
    size_t length = 0;
    const char *between = ", default ";
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));)
        length +=
            (size_t)snprintf(text + length, size - length, "%s:%s", length ? " " : "", part->name);
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));) {
        if (!(event->usual >> part->bit & 1) || event->usual == netburst_all_masks(event))
            continue;
        length += (size_t)snprintf(text + length, size - length, "%s%s", between, part->name);
        between = "+";
    }
    if (!event->usual)
        snprintf(text + length, size - length, ", one is required");
    return text;
}

/* Returns "clocks" or "events", or both if the parts differ. */
static const char *list_netburst_unit(const struct netburst_event *event)
{
    unsigned kinds = 0;
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));)
        kinds |= 1u << part->kind;
    return kinds == 1u << EVENT_DURATION     ? "clocks"
           : kinds == 1u << EVENT_OCCURRENCE ? "events"
                                             : "both";
}

static const char *list_netburst_remarks(const struct netburst_event *event, bool verbose,
                                         char *text, size_t size)
{
    const struct event_words *words = list_netburst_words(event);
    bool counted = verbose || simulated_events_parts(event); /* -v has the reason of each part */
    const struct netburst_mask *part = netburst_next_part(event, NULL);
    const char *threads = !verbose           ? ""
                          : event->by_thread ? "; thread-specific: counted by logical processor"
                                             : "; thread-independent: not by logical processor";
    snprintf(text, size, "%s%s%s%s%s%s%s%s", words->text, threads,
             *words->erratum ? "; erratum: " : "", words->erratum,
             verbose && *words->doubt ? "; sources differ: " : "", verbose ? words->doubt : "",
             counted ? "" : "; not in the simulator: ",
             counted ? "" : simulated_events_part_reason(event, part->bit));
    return text;
}

static const char *list_netburst_virtual(const struct netburst_event *event)
{
    const unsigned counted = simulated_events_parts(event);
    return !counted ? "no" : counted == netburst_all_masks(event) ? "yes" : "some";
}

/* ---- events --------------------------------------------------------------------------------- */

enum { SELECT, NAME, UNIT, COUNTERS, GROUPS, PARTS, VIRTUAL, COUNTED, SOURCE, COLUMNS };

static void list_netburst_add_parts(struct text_table *table, const struct netburst_event *event)
{
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));) {
        const struct part_words *words = list_netburst_part_words(part);
        text_table_add_row(table);
        text_table_cell(table, SELECT, "bit %u", part->bit);
        text_table_cell(table, NAME, "  :%s", part->name);
        text_table_cell(table, UNIT, "%s", part->kind == EVENT_DURATION ? "clocks" : "events");
        text_table_cell(table, VIRTUAL, "%s",
                        simulated_events_parts(event) >> part->bit & 1 ? "yes" : "no");
        const char *why = simulated_events_part_reason(event, part->bit);
        text_table_cell(table, COUNTED, "%s%s%s%s%s", words->text,
                        *words->doubt ? "; sources differ: " : "", words->doubt,
                        why ? "; not in the simulator: " : "", why ? why : "");
        text_table_cell(table, SOURCE, "%s", words->source);
    }
}

static void list_netburst_add_event(struct text_table *table, const struct netburst_event *event,
                                    bool verbose)
{
    char text[MOST_TEXT];
    text_table_add_row(table);
    text_table_cell(table, SELECT, "0x%02x", event->select);
    text_table_cell(table, NAME, "%s", event->name);
    text_table_cell(table, UNIT, "%s", list_netburst_unit(event));
    text_table_cell(table, COUNTERS, "%s", list_netburst_counters(event, text, sizeof text));
    text_table_cell(table, GROUPS, "%s", list_netburst_groups(event->groups, text, sizeof text));
    text_table_cell(table, PARTS, "%s", list_netburst_parts(event, text, sizeof text));
    text_table_cell(table, COUNTED, "%s", list_netburst_remarks(event, verbose, text, sizeof text));
    text_table_cell(table, VIRTUAL, "%s", list_netburst_virtual(event));
    if (!verbose)
        return;
    text_table_cell(table, PARTS, "%s", "");
    text_table_cell(table, VIRTUAL, "%s", simulated_events_parts(event) ? "" : "no");
    text_table_cell(table, SOURCE, "%s", list_netburst_words(event)->source);
    list_netburst_add_parts(table, event);
}

static void list_netburst_add_tagged(struct text_table *table, const struct netburst_tagged *tagged)
{
    char text[MOST_TEXT];
    const struct netburst_event *counting = &netburst_events[tagged->counting];
    const char *why = simulated_events_tagged_reason(tagged);
    text_table_add_row(table);
    text_table_cell(table, SELECT, "0x%02x", counting->select);
    text_table_cell(table, NAME, "%s", tagged->name);
    text_table_cell(table, UNIT, "events");
    text_table_cell(table, COUNTERS, "%s", list_netburst_counters(counting, text, sizeof text));
    text_table_cell(table, PARTS, ":nbogus :bogus, default nbogus");
    text_table_cell(table, VIRTUAL, why ? "no" : "some");
    text_table_cell(table, COUNTED, "%s; %s, tagged by %s%s%s%s",
                    tagged_words[tagged - netburst_tagged], counting->name,
                    tagged->upstream == NETBURST_NONE ? "PEBS_ENABLE"
                                                      : netburst_events[tagged->upstream].name,
                    tagged->enable && tagged->upstream != NETBURST_NONE ? " and PEBS_ENABLE" : "",
                    why ? "; not in the simulator: " : "", why ? why : "");
}

/* The tables of kernel and host have the same order: events, then those counted by tags. */
static const struct event *list_netburst_in_table(unsigned index)
{
    return &families[FAMILY_P4].events[index];
}

static void list_netburst_describe(const struct netburst_event *event, int before)
{
    const unsigned counted = simulated_events_parts(event);
    list_described_event(list_netburst_in_table((unsigned)(event - netburst_events)), before);
    printf("  virtual       %s", list_netburst_virtual(event));
    for (const struct netburst_mask *part = NULL; counted && counted != netburst_all_masks(event) &&
                                                  (part = netburst_next_part(event, part));)
        if (counted >> part->bit & 1)
            printf(" :%s", part->name);
    putchar('\n');
}

static void list_netburst_describe_tagged(const struct netburst_tagged *tagged, int before)
{
    list_described_event(
        list_netburst_in_table(NETBURST_EVENTS + (unsigned)(tagged - netburst_tagged)), before);
    printf("  counted by    %s, tagged by %s\n  virtual       %s\n",
           netburst_events[tagged->counting].name,
           tagged->upstream == NETBURST_NONE ? "PEBS_ENABLE"
                                             : netburst_events[tagged->upstream].name,
           !simulated_events_tagged_reason(tagged) ? "some" : "no");
}

static bool list_netburst_matches(const struct listing *listing, const struct netburst_event *event)
{
    if (list_described_one(listing))
        return !strcasecmp(event->name, listing->pattern);
    const char *const texts[] = {event->name, list_netburst_words(event)->text, NULL};
    if (listing_matches(listing, texts))
        return true;
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));) {
        const char *const of_part[] = {part->name, list_netburst_part_words(part)->text, NULL};
        if (listing_matches(listing, of_part))
            return true;
    }
    return false;
}

int list_netburst_events(const struct listing *listing, uint8_t models)
{
    static const char *const headers[] = {"select",   "event",           "unit",
                                          "counters", "group",           "parts",
                                          "virtual",  "what is counted", "sources"};
    const unsigned columns = listing->verbose ? COLUMNS : SOURCE;
    struct text_table *table = text_table_new(columns);
    const bool paragraphs = listing->verbose && listing->pattern;
    int n = 0;
    for (unsigned i = 0; i < columns; i++)
        text_table_set_column(table, i, headers[i], i == SELECT ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        if (!(netburst_events[i].models & models) ||
            !list_netburst_matches(listing, &netburst_events[i]))
            continue;
        if (paragraphs)
            list_netburst_describe(&netburst_events[i], n);
        list_netburst_add_event(table, &netburst_events[i], listing->verbose);
        n++;
    }
    for (unsigned i = 0; i < NETBURST_TAGGED; i++) {
        const char *const texts[] = {netburst_tagged[i].name, tagged_words[i], NULL};
        if (!(list_described_one(listing) ? !strcasecmp(netburst_tagged[i].name, listing->pattern)
                                          : listing_matches(listing, texts)))
            continue;
        if (paragraphs)
            list_netburst_describe_tagged(&netburst_tagged[i], n);
        list_netburst_add_tagged(table, &netburst_tagged[i]);
        n++;
    }
    if (n && !paragraphs)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    return n;
}

void list_netburst_group(struct text_table *table, uint8_t models, unsigned group, const char *name)
{
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        if (!(netburst_events[i].groups & group) || !(netburst_events[i].models & models))
            continue;
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", name);
        text_table_cell(table, 1, "%s", netburst_events[i].name);
        text_table_cell(table, 2, "%s", event_words[i].text);
        name = "";
    }
}
