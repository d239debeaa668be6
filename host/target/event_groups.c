/*
 * SPDX-License-Identifier: MIT
 * Expands groups. The kernel accepts its own groups by name, and counts each event once even if it
 * is named repeatedly.
 */
#include "host/target/event_groups.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/run/event_lookup.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/metrics/metric.h"
#include "kernel/settings/suggest.h"

#define MOST_EVENTS 64 /* in a group of metrics */

/* Returns whether the item is in the list, delimited by commas. */
static bool has(const char *list, const char *item)
{
    size_t length = strlen(item);
    for (const char *at = list; (at = strstr(at, item)); at += length)
        if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

/* Adds an event only once, because several groups may need it. */
static void add(char **list, const char *name, const char *rings)
{
    char *item = memory_print("%s%s", name, rings);
    bool there = *item && has(*list, item);
    free(item);
    if (there)
        return;
    char *longer = memory_print("%s%s%s%s", *list, **list ? "," : "", name, rings);
    free(*list);
    *list = longer;
}

/* Returns the mask of the kernel's group of that name; 0 if it does not exist. */
static unsigned mask_of(const char *name)
{
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (!strcmp(name, pmc_event_groups[i].name))
            return pmc_event_groups[i].mask;
    return 0;
}

static int no_group(const struct metric_groups *metrics, const char *name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        suggest_offer(&suggestion, name, strlen(name), pmc_event_groups[i].name);
    for (unsigned i = 0; i < metrics->n_groups; i++)
        suggest_offer(&suggestion, name, strlen(name), metrics->groups[i].name);
    if (suggestion.best)
        say("--group: '%s' is not a group; did you mean %s?", name, suggestion.best);
    else
        say("--group: '%s' is not a group; see 'bareprobe list groups' and 'bareprobe list "
            "metrics'",
            name);
    return -1;
}

/* Returns whether every possible processor counts the event: `cpu`, or with NULL all of them. */
static bool is_everywhere(const char *event, const char *cpu)
{
    uint8_t processors;
    const struct family *only = cpu ? family_find(cpu, &processors) : NULL;
    for (const struct family *family = families; family < families + FAMILIES; family++) {
        const struct event *own = event_of_family(family, event);
        if (!only && !own)
            return false;
        if (family == only)
            return own && own->processors & processors;
    }
    return true;
}

static int add_group(char **list, const struct metric_groups *metrics, char *name, const char *cpu)
{
    char *colon = strchr(name, ':');
    char *rings = memory_text(colon ? colon : "");
    if (colon)
        *colon = 0;
    char *optional = memory_print("%s?", rings);
    unsigned mask = mask_of(name);
    const struct metric_group *group = metric_group_find(metrics, name);
    const char *events[MOST_EVENTS];
    unsigned n = group ? metric_group_events(group, events, MOST_EVENTS) : 0;
    if (mask)
        add(list, name, rings);
    for (unsigned i = 0; i < n; i++) {
        const struct event *event = events_find(events[i]);
        if (!event || !(event->groups & mask))
            add(list, events[i], is_everywhere(events[i], cpu) ? rings : optional);
    }
    free(rings);
    free(optional);
    return mask || group ? 0 : no_group(metrics, name);
}

char *group_events(const char *names, const char *cpu)
{
    struct metric_groups metrics;
    char *copy = memory_text(names), *rest = copy, *name, *list = memory_text("");
    int wrong = 0;
    metric_groups_read(&metrics);
    while (!wrong && (name = strsep(&rest, ",")))
        wrong = add_group(&list, &metrics, name, cpu);
    metric_groups_free(&metrics);
    free(copy);
    if (!wrong)
        return list;
    free(list);
    return NULL;
}
