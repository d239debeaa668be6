/*
 * SPDX-License-Identifier: MIT
 * Expands groups. The kernel accepts its own groups by name, and counts each event once even if it
 * is named repeatedly.
 */
#include "host/machines/event_groups.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/metric_event.h"
#include "host/data/metrics/metric_groups.h"
#include "kernel/settings/suggestions.h"

#define MOST_EVENTS 64 /* in a group of metrics */

/* Returns whether the item is in the list, delimited by commas. */
static bool event_groups_list_has(const char *list, const char *item)
{
    size_t length = strlen(item);
    for (const char *at = list; (at = strstr(at, item)); at += length)
        if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

/* Adds an event only once, because several groups may need it. */
static void event_groups_add_event(char **list, const char *name, const char *rings)
{
    char *item = allocate_text("%s%s", name, rings);
    bool there = *item && event_groups_list_has(*list, item);
    free(item);
    if (there)
        return;
    char *longer = allocate_text("%s%s%s%s", *list, **list ? "," : "", name, rings);
    free(*list);
    *list = longer;
}

/* Returns the mask of the kernel's group of that name; 0 if it does not exist. */
static unsigned event_groups_mask(const char *name)
{
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (!strcmp(name, pmc_event_groups[i].name))
            return pmc_event_groups[i].mask;
    return 0;
}

static int event_groups_unknown(const struct metric_groups *metrics, const char *name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        suggestions_offer(&suggestion, name, strlen(name), pmc_event_groups[i].name);
    for (unsigned i = 0; i < metrics->n_groups; i++)
        suggestions_offer(&suggestion, name, strlen(name), metrics->groups[i].name);
    if (suggestion.best)
        message_print("--group: '%s' is not a group; did you mean %s?", name, suggestion.best);
    else
        message_print(
            "--group: '%s' is not a group; see 'bareprobe list groups' and 'bareprobe list "
            "metrics'",
            name);
    return -1;
}

/* Returns whether every possible processor counts the event: `cpu`, or with NULL all of them. */
static bool event_groups_everywhere(const char *event, const char *cpu)
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

/* Returns whether the processor counts all events of a metric of the group. */
static bool event_groups_is_computed(const struct metric_group *group, const char *cpu)
{
    uint8_t processors;
    const struct family *family = family_find(cpu, &processors);
    for (unsigned m = 0; m < group->n_metrics; m++) {
        const struct formula *formula = &group->metrics[m].formula;
        unsigned counted = 0;
        for (unsigned i = 0; i < formula->n_events; i++)
            counted += family == &families[FAMILY_P4]
                           ? metric_event_of_netburst(formula->events[i], NULL)
                           : metric_event_of_family(formula->events[i], family, processors);
        if (counted == formula->n_events)
            return true;
    }
    return false;
}

/* This group has a variant for each family, because the events differ: breakdown_p6. */
static const char breakdown_group[] = "breakdown";

/* Returns the family's group, or NULL. The group without a suffix is that of a P5. */
static const struct metric_group *event_groups_of_family(const struct metric_groups *metrics,
                                                         const struct family *family)
{
    char *name = family == &families[FAMILY_P5]
                     ? allocate_copy(breakdown_group)
                     : allocate_text("%s_%s", breakdown_group, family->name);
    const struct metric_group *group = metric_groups_find(metrics, name);
    free(name);
    return group;
}

/* Refuses a group from which no metric follows, before events are counted for nothing. */
static int event_groups_check(const struct metric_group *group, const char *cpu)
{
    uint8_t processors;
    if (!cpu || !family_find(cpu, &processors) || event_groups_is_computed(group, cpu))
        return 0;
    message_print(
        "--group: '%s': %s lacks an event of each of its metrics; 'bareprobe list metrics "
        "--cpu %s' lists groups of this processor",
        group->name, cpu, cpu);
    return -1;
}

/* Adds a group of metrics. Events that not every processor counts are optional. */
static void event_groups_add_metrics(char **list, const struct metric_group *group, unsigned mask,
                                     const char *rings, const char *cpu)
{
    const char *events[MOST_EVENTS];
    const unsigned n = metric_groups_events(group, events, MOST_EVENTS);
    char *optional = allocate_text("%s?", rings);
    for (unsigned i = 0; i < n; i++) {
        const struct event *event = event_lookup_find(events[i]);
        if (!event || !(event->groups & mask))
            event_groups_add_event(list, events[i],
                                   event_groups_everywhere(events[i], cpu) ? rings : optional);
    }
    free(optional);
}

/*
 * Adds a family's group after that of a P5. An event of the P5's group may be another name of an
 * event of the family, such as count_clocks; the kernel refuses an event that is requested twice.
 */
static void event_groups_add_further(char **list, const struct metric_group *group,
                                     const struct metric_group *first, const struct family *family,
                                     const char *rings)
{
    const char *events[MOST_EVENTS], *before[MOST_EVENTS];
    const unsigned n = metric_groups_events(group, events, MOST_EVENTS);
    const unsigned n_before = metric_groups_events(first, before, MOST_EVENTS);
    char *optional = allocate_text("%s?", rings);
    for (unsigned i = 0; i < n; i++) {
        bool there = false;
        for (unsigned k = 0; k < n_before; k++) {
            const struct event *own = event_of_family(family, before[k]);
            there |= own && !strcmp(own->name, events[i]);
        }
        if (!there)
            event_groups_add_event(list, events[i], optional);
    }
    free(optional);
}

/*
 * Adds the group of the processor's family, or all of them if the processor is not known before the
 * kernel runs on it.
 */
static int event_groups_add_breakdown(char **list, const struct metric_groups *metrics,
                                      const char *rings, const char *cpu)
{
    uint8_t processors;
    const struct family *only = cpu ? family_find(cpu, &processors) : NULL;
    const struct metric_group *first = event_groups_of_family(metrics, &families[FAMILY_P5]);
    unsigned n = 0;
    for (const struct family *family = families; family < families + FAMILIES; family++) {
        const struct metric_group *group = event_groups_of_family(metrics, family);
        if (!group || (only && family != only))
            continue;
        if (only || group == first || !first)
            event_groups_add_metrics(list, group, 0, rings, cpu);
        else
            event_groups_add_further(list, group, first, family, rings);
        n++;
    }
    if (n)
        return 0;
    message_print(
        "--group: 'breakdown': a breakdown needs a Pentium, a Pentium Pro, II or III, or an Athlon "
        "(p54c, p55c, ppro, p2, p3, k7), not %s",
        cpu);
    return -1;
}

static int event_groups_add(char **list, const struct metric_groups *metrics, char *name,
                            const char *cpu)
{
    char *colon = strchr(name, ':');
    char *rings = allocate_copy(colon ? colon : "");
    if (colon)
        *colon = 0;
    unsigned mask = event_groups_mask(name);
    const struct metric_group *group = metric_groups_find(metrics, name);
    int wrong = 0;
    if (!strcmp(name, breakdown_group))
        wrong = event_groups_add_breakdown(list, metrics, rings, cpu);
    else if (!mask && !group)
        wrong = event_groups_unknown(metrics, name);
    else if (!mask)
        wrong = event_groups_check(group, cpu);
    if (mask)
        event_groups_add_event(list, name, rings);
    if (!wrong && group && strcmp(name, breakdown_group))
        event_groups_add_metrics(list, group, mask, rings, cpu);
    free(rings);
    return wrong;
}

char *event_groups_expand(const char *names, const char *cpu)
{
    struct metric_groups metrics;
    char *copy = allocate_copy(names), *rest = copy, *name, *list = allocate_copy("");
    int wrong = 0;
    metric_groups_read(&metrics);
    while (!wrong && (name = strsep(&rest, ",")))
        wrong = event_groups_add(&list, &metrics, name, cpu);
    metric_groups_free(&metrics);
    free(copy);
    if (!wrong)
        return list;
    free(list);
    return NULL;
}
