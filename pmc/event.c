/*
 * SPDX-License-Identifier: MIT
 * Looking events up by their names.
 */
#include "pmc/pmc.h"

#include <stdbool.h>

#include "pmc/families.h"

const struct event_group_name pmc_event_groups[] = {
    {"cache", EVENT_GROUP_CACHE}, {"branch", EVENT_GROUP_BRANCH}, {"pipe", EVENT_GROUP_PIPE},
    {"stall", EVENT_GROUP_STALL}, {"bus", EVENT_GROUP_BUS},       {"mmx", EVENT_GROUP_MMX},
};
_Static_assert(sizeof pmc_event_groups / sizeof pmc_event_groups[0] == EVENT_GROUPS,
               "a group is missing or doubled");

const struct event pmc_time_stamp = {
    .code = EVENT_CODE_TIME_STAMP,
    .kind = EVENT_DURATION,
    .name = "time_stamp",
    .mnemonic = "RDTSC",
    .text = "Time stamp",
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_name(const char *a, const char *b, size_t length)
{
    size_t i = 0;
    while (i < length && a[i] && lower(a[i]) == lower(b[i]))
        i++;
    return i == length && !a[i];
}

/* Newcomers know the clock by other names, too far from the thesis's for "did you mean". */
static bool is_called(const struct event *event, const char *name, size_t length)
{
    if (same_name(event->name, name, length) || same_name(event->mnemonic, name, length))
        return true;
    return event->code == EVENT_CODE_CLOCKS &&
           (same_name("clocks", name, length) || same_name("cycles", name, length));
}

static const struct event *find(const struct event *events, unsigned n, const char *name,
                                size_t length)
{
    for (unsigned i = 0; i < n; i++)
        if (is_called(&events[i], name, length))
            return &events[i];
    return same_name(pmc_time_stamp.name, name, length) ? &pmc_time_stamp : NULL;
}

const struct event *pmc_find_event(const struct pmc *pmc, const char *name, size_t length)
{
    return find(pmc->events, pmc->n_events, name, length);
}

const struct event *pmc_find_event_anywhere(const char *name, size_t length)
{
    const struct event *event = NULL;
    for (unsigned i = 0; !event && i < FAMILIES; i++)
        event = find(families[i].events, families[i].n_events, name, length);
    return event;
}

const char *pmc_rings_name(unsigned rings)
{
    static const char *const names[] = {"none", "kernel", "user", "both"};
    _Static_assert(PMC_RING_KERNEL == 1 && PMC_RING_USER == 2, "as names[] has them");
    return names[rings & (PMC_RING_KERNEL | PMC_RING_USER)];
}
