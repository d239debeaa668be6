/*
 * SPDX-License-Identifier: MIT
 * Parses the events of `list registers`.
 */
#include "host/commands/list/register_events.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/run/event_lookup.h"
#include "kernel/settings/suggestions.h"
#include "pmc/libpfm4/libpfm4.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/netburst/netburst_notation.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/pmc.h"

enum { MOST_TEXT = 1200 };

/* Prints the error; if the name is not an event, it suggests the most similar one. */
static int register_events_refuse(struct piece item, const char *error)
{
    struct suggestion suggestion = {0};
    struct piece rest = item, name = piece_split_at(&rest, ':');
    const char *candidate;
    for (unsigned i = 0; (candidate = netburst_name_at(i)); i++)
        suggestions_offer(&suggestion, name.text, name.length, candidate);
    bool event = netburst_find_event(name.text, name.length) ||
                 netburst_find_tagged(name.text, name.length) ||
                 memchr(item.text, '/', item.length) || memchr(item.text, '@', item.length);
    if (suggestion.best && !event)
        message_print("%s; did you mean %s?", error, suggestion.best);
    else
        message_print("%.*s: %s%s", (int)item.length, item.text, error,
                      event ? "" : " ('bareprobe list events --cpu p4')");
    return -1;
}

/* Warns of register values that are valid but were probably misprinted. */
static void register_events_warn(struct piece item)
{
    char error[MOST_TEXT];
    struct netburst_raw raw;
    if (!memchr(item.text, '/', item.length) ||
        netburst_raw_parse(item.text, item.length, &raw, error, sizeof error))
        return;
    const char *misprint = netburst_misprint(raw.cccr, raw.escr);
    if (misprint)
        message_print("%.*s is a known misprint: it was printed %s", (int)item.length, item.text,
                      misprint);
}

static int register_events_add(struct register_events *events, struct piece item)
{
    char error[MOST_TEXT];
    if (events->n == REGISTER_EVENTS_MOST) {
        message_print("too many events: at most %u are allowed", REGISTER_EVENTS_MOST);
        return -1;
    }
    if (netburst_parse(&events->machine, PMC_RING_USER | PMC_RING_KERNEL, item.text, item.length,
                       &events->counts[events->n], error, sizeof error))
        return register_events_refuse(item, error);
    register_events_warn(item);
    events->n++;
    return 0;
}

/* Adds an event by its name here, with the text after the requested name. */
static int register_events_add_named(struct register_events *events, const struct event *event,
                                     struct piece item, size_t name)
{
    char *own = allocate_text("%s%.*s", event->name, (int)(item.length - name), item.text + name);
    int failed = register_events_add(events, (struct piece){own, strlen(own)});
    free(own);
    return failed;
}

/* Returns the group's mask, 0 for all; -1: not a group. */
static int register_events_group(struct piece name)
{
    if (piece_equals(name, "all"))
        return 0;
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (piece_equals(name, pmc_event_groups[i].name))
            return (int)pmc_event_groups[i].mask;
    return -1;
}

static int register_events_add_group(struct register_events *events, const struct pmc *pmc,
                                     int mask, struct piece item, size_t name)
{
    for (unsigned i = 0; i < pmc->n_events; i++) {
        const struct event *event = &pmc->events[i];
        if (pmc_has(pmc, event) && (!mask || event->groups & mask) &&
            netburst_notation.is_member(event) &&
            register_events_add_named(events, event, item, name))
            return -1;
    }
    return 0;
}

static int register_events_read_item(struct register_events *events, struct piece item)
{
    const struct pmc pmc = event_lookup_pentium4(&events->machine);
    char error[MOST_TEXT];
    if (libpfm4_translate(netburst_table, &item, error, sizeof error))
        return register_events_refuse(item, error);
    size_t name = 0;
    while (name < item.length && !strchr(":@/", item.text[name]))
        name++;
    int group = register_events_group((struct piece){item.text, name});
    if (group >= 0)
        return register_events_add_group(events, &pmc, group, item, name);
    const struct event *event = pmc_event_find(&pmc, item.text, name);
    if (event == &pmc_time_stamp) {
        message_print("time_stamp: the time-stamp counter needs no other register");
        return 0;
    }
    return event ? register_events_add_named(events, event, item, name)
                 : register_events_add(events, item);
}

int register_events_read(struct register_events *events, const char *text)
{
    struct piece rest = {text, strlen(text)};
    for (bool more = true; more;) {
        const size_t before = rest.length;
        struct piece item = piece_split_at(&rest, ',');
        more = item.length < before;
        if (register_events_read_item(events, item))
            return -1;
    }
    return 0;
}
