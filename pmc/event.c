/*
 * SPDX-License-Identifier: MIT
 * Looks up events by name.
 */
#include "pmc/pmc.h"

#include <stdbool.h>

#include "pmc/families.h"
#include "pmc/netburst/netburst_event_table.h"

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
    .words = "RDTSC\0Time stamp",
};

const struct event pmc_raw_event = {
    .code = EVENT_CODE_RAW,
    .counters = EVENT_COUNTERS_ALL,
    .kind = EVENT_OCCURRENCE,
    .processors = 0xF,
    .name = "raw",
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

static size_t length_of(const char *name)
{
    size_t length = 0;
    while (name[length])
        length++;
    return length;
}

const char *event_mnemonic(const struct event *event)
{
    return event->words ? event->words : event->name;
}

const char *event_heading(const struct event *event)
{
    return event->words ? event->words + length_of(event->words) + 1 : event->name;
}

static bool event_is_called(const struct event *event, const char *name, size_t length)
{
    return same_name(event->name, name, length) ||
           (event->words && same_name(event->words, name, length));
}

static const struct event *event_find(const struct family *family, uint8_t processors,
                                      const char *name, size_t length)
{
    for (unsigned i = 0; family->events && i < family->n_events; i++)
        if (family->events[i].processors & processors &&
            event_is_called(&family->events[i], name, length))
            return &family->events[i];
    return NULL;
}

/*
 * Words that mean the same on all processors, with the event of each family, in the order of
 * families[].
 */
static const struct event_alias {
    const char *word, *names[FAMILIES];
    uint8_t members; /* a member of a family must be among them */
} event_aliases[] = {
#define EVENT_ALIAS(word, p5, p6, k7, p4)    {#word, {#p5, #p6, #k7, #p4}, 0xFF},
#define EVENT_ALIAS_P4(word, processors, p4) {#word, {"", "", "", #p4}, processors},
#include "pmc/aliases.def"
#undef EVENT_ALIAS
#undef EVENT_ALIAS_P4
};

static const struct event *event_find_alias(unsigned family, uint8_t processors, const char *name,
                                            size_t length)
{
    const struct event *event = event_find(&families[family], processors, name, length);
    for (size_t i = 0; !event && i < sizeof event_aliases / sizeof event_aliases[0]; i++) {
        const char *own = event_aliases[i].names[family];
        if (!(processors & ~event_aliases[i].members) && *own &&
            same_name(event_aliases[i].word, name, length))
            event = event_find(&families[family], processors, own, length_of(own));
    }
    return event;
}

const struct event *pmc_event_find(const struct pmc *pmc, const char *name, size_t length)
{
    const struct event *event = NULL;
    for (unsigned i = 0; i < FAMILIES; i++)
        if (families[i].events == pmc->events)
            event = event_find_alias(i, pmc->processor ? pmc->processor : 0xFF, name, length);
    if (event && event < pmc->events + pmc->n_events)
        return event;
    return same_name(pmc_time_stamp.name, name, length) ? &pmc_time_stamp : NULL;
}

const struct event *pmc_event_find_anywhere(const char *name, size_t length)
{
    const struct event *event = NULL;
    for (unsigned i = 0; !event && i < FAMILIES; i++)
        event = event_find_alias(i, 0xFF, name, length);
    if (event)
        return event;
    return same_name(pmc_time_stamp.name, name, length) ? &pmc_time_stamp : NULL;
}

bool counted_alike(const struct pmc_counted *a, const struct pmc_counted *b)
{
    return a->event == b->event && a->rings == b->rings && a->threshold == b->threshold &&
           a->invert == b->invert && a->edge == b->edge && a->raw == b->raw &&
           a->netburst == b->netburst &&
           (!a->event || counted_unit_mask(a) == counted_unit_mask(b));
}

const char *pmc_rings_name(unsigned rings)
{
    static const char *const names[] = {"none", "kernel", "user", "both"};
    _Static_assert(PMC_RING_KERNEL == 1 && PMC_RING_USER == 2, "must match names[]");
    return names[rings & (PMC_RING_KERNEL | PMC_RING_USER)];
}
