/*
 * SPDX-License-Identifier: MIT
 * Resolves the events of metric formulas. Each family tries to parse the name; the first one that
 * succeeds determines the spelling.
 */
#include "host/data/metrics/metric_event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"
#include "host/data/metrics/peer_event_names.h"
#include "host/data/run/event_lookup.h"
#include "kernel/settings/suggestions.h"
#include "pmc/modifiers.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/netburst/netburst_event_table.h"

#define RINGS    (PMC_RING_KERNEL | PMC_RING_USER)
#define MOST_WHY 600

/* A Northwood, a Prescott and a Willamette: together they have all Pentium 4 events. */
static const struct netburst_machine machines[] = {
    {.model = 2, .stepping = 9},
    {.model = 3, .stepping = 4},
    {.model = 1, .stepping = 2},
};
#define MACHINES (sizeof machines / sizeof machines[0])
enum { PRESCOTT = 1 };

/* ---- Pentium 4 ------------------------------------------------------------------------------- */

/* Writes the event as netburst_format() does, but removes the rings, which it puts last. */
static int metric_event_read_on(const struct netburst_machine *machine, const char *text,
                                size_t length, char *name, char *error, size_t size)
{
    struct netburst_count count;
    char own[METRIC_EVENT_LONGEST];
    event_lookup_own_word(machine, text, length, own, sizeof own);
    if (netburst_parse(machine, RINGS, own, strlen(own), &count, error, size))
        return -1;
    netburst_format(&count, name, METRIC_EVENT_LONGEST);
    char *rings = strrchr(name, ':');
    if (rings && !strcmp(rings, ":uk"))
        *rings = 0;
    return 0;
}

/* If all machines reject the text, the first machine's error is reported. */
static int metric_event_read_netburst(const char *text, size_t length, char *name, char *error,
                                      size_t size)
{
    char why[MOST_WHY];
    if (!metric_event_read_on(&machines[0], text, length, name, error, size))
        return 0;
    for (unsigned i = 1; i < MACHINES; i++)
        if (!metric_event_read_on(&machines[i], text, length, name, why, sizeof why))
            return 0;
    return -1;
}

/* Parses the event on one of the given family members. */
static int metric_event_read_members(uint8_t processors, const char *text, size_t length,
                                     char *name, char *error, size_t size)
{
    static const uint8_t members[MACHINES] = {NETBURST_NORTHWOOD, NETBURST_PRESCOTT,
                                              NETBURST_WILLAMETTE};
    for (unsigned i = 0; i < MACHINES; i++)
        if (members[i] & processors &&
            !metric_event_read_on(&machines[i], text, length, name, error, size))
            return 0;
    return -1;
}

bool metric_event_of_netburst(const char *name, const struct netburst_machine *machine)
{
    char written[METRIC_EVENT_LONGEST], why[MOST_WHY];
    size_t length = strlen(name);
    if (!strcmp(name, pmc_time_stamp.name))
        return true;
    return machine ? !metric_event_read_on(machine, name, length, written, why, sizeof why)
                   : !metric_event_read_netburst(name, length, written, why, sizeof why);
}

/* ---- the other families ---------------------------------------------------------------------- */

static bool is_everybodys(const struct event *event)
{
    return event == &pmc_time_stamp;
}

static int metric_event_read_family(const struct family *family, uint8_t processors,
                                    const char *text, size_t length, char *name, char *error,
                                    size_t size)
{
    if (family == &families[FAMILY_P4])
        return metric_event_read_members(processors, text, length, name, error, size);
    const char *colon = memchr(text, ':', length);
    size_t bare = colon ? (size_t)(colon - text) : length;
    const struct pmc pmc = {.events = family->events,
                            .n_events = family->n_events,
                            .processor = processors,
                            .has_selectors = family != &families[FAMILY_P5]};
    struct pmc_counted counted = {.event = pmc_event_find(&pmc, text, bare), .rings = RINGS};
    if (!counted.event)
        return -1;
    if (colon && modifiers_read(&pmc, &counted, colon + 1, length - bare - 1, error, size))
        return -1;
    modifiers_write_name(&counted, name, METRIC_EVENT_LONGEST);
    return is_everybodys(counted.event) || counted.event->processors & processors ? 0 : -1;
}

bool metric_event_of_family(const char *name, const struct family *family, uint8_t processors)
{
    char written[METRIC_EVENT_LONGEST], why[MOST_WHY];
    return !metric_event_read_family(family, processors, name, strlen(name), written, why,
                                     sizeof why);
}

int metric_event_as_of(const char *name, unsigned n, char *written)
{
    char why[MOST_WHY];
    size_t length = strlen(name);
    if (n > FAMILIES)
        return 1;
    if (n == FAMILY_P4) /* its instr_completed, if it has one, before its instr_retired */
        return metric_event_read_on(&machines[PRESCOTT], name, length, written, why, sizeof why);
    if (n == FAMILIES)
        n = FAMILY_P4;
    return metric_event_read_family(&families[n], 0xFF, name, length, written, why, sizeof why);
}

/* ---- any ------------------------------------------------------------------------------------- */

static bool metric_event_names_ring(const char *text, size_t length)
{
    static const char *const rings[] = {"u", "k", "uk", "ku", "u1", "k1", "uk1"};
    for (size_t at = 0; at < length; at++) {
        size_t n = 0;
        if (text[at] != ':')
            continue;
        while (at + 1 + n < length && text[at + 1 + n] != ':')
            n++;
        for (unsigned i = 0; i < sizeof rings / sizeof rings[0]; i++)
            if (strlen(rings[i]) == n && !strncasecmp(text + at + 1, rings[i], n))
                return true;
    }
    return false;
}

static int metric_event_unknown(const char *text, size_t length, char *error, size_t size)
{
    struct suggestion suggestion = {0};
    size_t bare = strcspn(text, ":");
    bare = bare < length ? bare : length;
    for (unsigned i = 0; event_lookup_at(i); i++)
        suggestions_offer(&suggestion, text, bare, event_lookup_at(i)->name);
    for (unsigned i = 0; netburst_name_at(i); i++)
        suggestions_offer(&suggestion, text, bare, netburst_name_at(i));
    char *name = allocate_text("%.*s", (int)bare, text);
    if (!suggestion.best)
        suggestion.best = peer_event_suggestion(name, NULL);
    free(name);
    if (suggestion.best)
        snprintf(error, size, "'%.*s' is not an event; did you mean %s?", (int)bare, text,
                 suggestion.best);
    else
        snprintf(error, size, "'%.*s' is not an event ('bareprobe list events')", (int)bare, text);
    return -1;
}

/* Finds an event without modifiers, by any of its names in the event tables. */
static const struct event *find_bare(const char *text, size_t length)
{
    char bare[METRIC_EVENT_LONGEST];
    snprintf(bare, sizeof bare, "%.*s", (int)length, text);
    const struct event *event = event_lookup_find(bare);
    return event == &pmc_raw_event ? NULL : event;
}

int metric_event_read(const char *text, size_t length, char *name, char *error, size_t size)
{
    size_t bare = 0;
    while (bare < length && text[bare] != ':')
        bare++;
    const struct event *event = find_bare(text, bare);
    bool of_netburst = netburst_find_event(text, bare) || netburst_find_tagged(text, bare);
    error[0] = 0;
    if (!event && !of_netburst)
        return metric_event_unknown(text, length, error, size);
    if (metric_event_names_ring(text, length)) {
        snprintf(error, size,
                 "'%.*s' names a ring, which is not allowed in a formula; choose the ring with "
                 "'run -g GROUP:u'",
                 (int)length, text);
        return -1;
    }
    if (event && bare == length) {
        snprintf(name, METRIC_EVENT_LONGEST, "%s", event->name);
        return 0;
    }
    for (const struct family *family = families; event && family < families + FAMILIES; family++)
        if ((of_netburst || family != &families[FAMILY_P4]) &&
            !metric_event_read_family(family, 0xFF, text, length, name, error, size))
            return 0;
    return of_netburst ? metric_event_read_netburst(text, length, name, error, size) : -1;
}
