/*
 * SPDX-License-Identifier: MIT
 * Lists the events of the Pentium 4, their parts, and the events that are counted by tags.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/list/netburst_list.h"
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

/* The parts that the virtual Pentium 4 counts. */
static const struct {
    uint8_t event;
    uint16_t mask;
} modelled[] = {
#define PUTS(event, bit, line) {NETBURST_EVENT_##event, 1u << (bit)},
#define ALSO(event, mask)      {NETBURST_EVENT_##event, mask},
#include "sim/model/netburst/netburst_lines.def"
#undef PUTS
#undef ALSO
};

static const char *const tagged_words[] = {
#define TAGGED(name, way, counting, upstream, mask, escr, enable, vertical, text) text,
#include "pmc/netburst/tagged.def"
#undef TAGGED
};

static const struct event_words *words_of(const struct netburst_event *event)
{
    return &event_words[event - netburst_events];
}

static const struct part_words *words_of_part(const struct netburst_mask *part)
{
    return &part_words[part - netburst_events[0].masks];
}

bool netburst_cpu_find(const char *name, struct netburst_cpu *cpu)
{
    static const struct netburst_cpu cpus[] = {
        {"p4", NETBURST_MODELS_ALL, {.model = 2, .stepping = 9}}, /* Northwood, CPUID F29h */
        {"pentium4", NETBURST_MODELS_ALL, {.model = 2, .stepping = 9}},
        {"netburst", NETBURST_MODELS_ALL, {.model = 2, .stepping = 9}},
        {"willamette", 1u << 0 | 1u << 1, {.model = 1, .stepping = 2}},
        {"northwood", 1u << 2, {.model = 2, .stepping = 9}},
        {"prescott", 1u << 3 | 1u << 4, {.model = 3, .stepping = 4}},
    };
    size_t length = strcspn(name, "+");
    bool threads = !strcmp(name + length, "+ht");
    for (unsigned i = 0; i < sizeof cpus / sizeof cpus[0]; i++) {
        if (!netburst_is(name, length, cpus[i].name) || (name[length] && !threads))
            continue;
        *cpu = cpus[i];
        cpu->machine.threads = threads;
        return true;
    }
    return false;
}

static unsigned modelled_parts(const struct netburst_event *event)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < sizeof modelled / sizeof modelled[0]; i++)
        if (&netburst_events[modelled[i].event] == event)
            mask |= modelled[i].mask;
    return mask & netburst_all_masks(event);
}

/* ---- cells ---------------------------------------------------------------------------------- */

/*
 * Writes "0 to 3" for the counters of a block, or the counters of one side of it separated by
 * commas.
 */
static const char *counters_text(const struct netburst_event *event, char *text, size_t size)
{
    uint32_t counters = netburst_counters_of(event->escr[0]);
    if (event->escr[1] != NETBURST_NONE) {
        counters |= netburst_counters_of(event->escr[1]);
        snprintf(text, size, "%d to %d", __builtin_ctz(counters), 31 - __builtin_clz(counters));
        return text;
    }
    size_t length = 0;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (counters >> i & 1)
            length += (size_t)snprintf(text + length, size - length, "%s%u", length ? ", " : "", i);
    return text;
}

static const char *groups_text(unsigned groups, char *text, size_t size)
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
static const char *parts_text(const struct netburst_event *event, char *text, size_t size)
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
static const char *unit_text(const struct netburst_event *event)
{
    unsigned kinds = 0;
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));)
        kinds |= 1u << part->kind;
    return kinds == 1u << EVENT_DURATION     ? "clocks"
           : kinds == 1u << EVENT_OCCURRENCE ? "events"
                                             : "both";
}

static const char *remarks_text(const struct netburst_event *event, bool verbose, char *text,
                                size_t size)
{
    const struct event_words *words = words_of(event);
    snprintf(text, size, "%s%s%s%s%s", words->text, *words->erratum ? "; erratum: " : "",
             words->erratum, verbose && *words->doubt ? "; sources differ: " : "",
             verbose ? words->doubt : "");
    return text;
}

static const char *virtual_text(const struct netburst_event *event)
{
    const unsigned counted = modelled_parts(event);
    return !counted ? "no" : counted == netburst_all_masks(event) ? "yes" : "some";
}

static bool is_tagged_virtually(const struct netburst_tagged *tagged)
{
    unsigned upstream = tagged->upstream;
    return upstream == NETBURST_NONE ||
           !(tagged->mask & ~modelled_parts(&netburst_events[upstream]));
}

/* ---- events --------------------------------------------------------------------------------- */

enum { SELECT, NAME, UNIT, COUNTERS, GROUPS, PARTS, VIRTUAL, COUNTED, SOURCE, COLUMNS };

static void add_parts(struct table *table, const struct netburst_event *event)
{
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));) {
        const struct part_words *words = words_of_part(part);
        table_row(table);
        table_cell(table, SELECT, "bit %u", part->bit);
        table_cell(table, NAME, "  :%s", part->name);
        table_cell(table, UNIT, "%s", part->kind == EVENT_DURATION ? "clocks" : "events");
        table_cell(table, VIRTUAL, "%s", modelled_parts(event) >> part->bit & 1 ? "yes" : "no");
        table_cell(table, COUNTED, "%s%s%s", words->text, *words->doubt ? "; sources differ: " : "",
                   words->doubt);
        table_cell(table, SOURCE, "%s", words->source);
    }
}

static void add_event(struct table *table, const struct netburst_event *event, bool verbose)
{
    char text[MOST_TEXT];
    table_row(table);
    table_cell(table, SELECT, "0x%02x", event->select);
    table_cell(table, NAME, "%s", event->name);
    table_cell(table, UNIT, "%s", unit_text(event));
    table_cell(table, COUNTERS, "%s", counters_text(event, text, sizeof text));
    table_cell(table, GROUPS, "%s", groups_text(event->groups, text, sizeof text));
    table_cell(table, PARTS, "%s", parts_text(event, text, sizeof text));
    table_cell(table, COUNTED, "%s", remarks_text(event, verbose, text, sizeof text));
    table_cell(table, VIRTUAL, "%s", virtual_text(event));
    if (!verbose)
        return;
    table_cell(table, PARTS, "%s", "");
    table_cell(table, VIRTUAL, "%s", modelled_parts(event) ? "" : "no");
    table_cell(table, SOURCE, "%s", words_of(event)->source);
    add_parts(table, event);
}

static void add_tagged(struct table *table, const struct netburst_tagged *tagged)
{
    char text[MOST_TEXT];
    const struct netburst_event *counting = &netburst_events[tagged->counting];
    table_row(table);
    table_cell(table, SELECT, "0x%02x", counting->select);
    table_cell(table, NAME, "%s", tagged->name);
    table_cell(table, UNIT, "events");
    table_cell(table, COUNTERS, "%s", counters_text(counting, text, sizeof text));
    table_cell(table, PARTS, ":nbogus :bogus, default nbogus");
    table_cell(table, VIRTUAL, is_tagged_virtually(tagged) ? "some" : "no");
    table_cell(table, COUNTED, "%s; %s, tagged by %s%s", tagged_words[tagged - netburst_tagged],
               counting->name,
               tagged->upstream == NETBURST_NONE ? "PEBS_ENABLE"
                                                 : netburst_events[tagged->upstream].name,
               tagged->enable && tagged->upstream != NETBURST_NONE ? " and PEBS_ENABLE" : "");
}

static bool event_matches(const struct listing *listing, const struct netburst_event *event)
{
    const char *const texts[] = {event->name, words_of(event)->text, NULL};
    if (list_matches(listing, texts))
        return true;
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));) {
        const char *const of_part[] = {part->name, words_of_part(part)->text, NULL};
        if (list_matches(listing, of_part))
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
    struct table *table = table_new(columns);
    int n = 0;
    for (unsigned i = 0; i < columns; i++)
        table_column(table, i, headers[i], i == SELECT ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        if (!(netburst_events[i].models & models) || !event_matches(listing, &netburst_events[i]))
            continue;
        add_event(table, &netburst_events[i], listing->verbose);
        n++;
    }
    for (unsigned i = 0; i < NETBURST_TAGGED; i++) {
        const char *const texts[] = {netburst_tagged[i].name, tagged_words[i], NULL};
        if (!list_matches(listing, texts))
            continue;
        add_tagged(table, &netburst_tagged[i]);
        n++;
    }
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return n;
}

void list_netburst_group(struct table *table, uint8_t models, unsigned group, const char *name)
{
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        if (!(netburst_events[i].groups & group) || !(netburst_events[i].models & models))
            continue;
        table_row(table);
        table_cell(table, 0, "%s", name);
        table_cell(table, 1, "%s", netburst_events[i].name);
        table_cell(table, 2, "%s", event_words[i].text);
        name = "";
    }
}
