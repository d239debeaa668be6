/*
 * SPDX-License-Identifier: MIT
 * Looks up the events that models count, in the tables of the models themselves.
 */
#include "host/data/metrics/simulated_events.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "pmc/families.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/pmc.h"

/* ---- Pentium 4 ------------------------------------------------------------------------------ */

static const struct {
    uint8_t event;
    uint16_t mask;
} p4_counted[] = {
#define EVENT_BIT(event, bit, line) {NETBURST_EVENT_##event, 1u << (bit)},
#define ALSO(event, mask)           {NETBURST_EVENT_##event, mask},
#include "sim/model/netburst/netburst_lines.def"
#undef EVENT_BIT
#undef ALSO
};

static const struct {
    uint8_t event;
    uint16_t mask;
    const char *why;
} p4_not_counted[] = {
#define NOT_COUNTED(event, mask, why) {NETBURST_EVENT_##event, mask, why},
#include "sim/model/netburst/netburst_lines.def"
#undef NOT_COUNTED
};

unsigned simulated_events_parts(const struct netburst_event *event)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < sizeof p4_counted / sizeof p4_counted[0]; i++)
        if (&netburst_events[p4_counted[i].event] == event)
            mask |= p4_counted[i].mask;
    return mask & netburst_all_masks(event);
}

const char *simulated_events_part_reason(const struct netburst_event *event, unsigned bit)
{
    for (unsigned i = 0; i < sizeof p4_not_counted / sizeof p4_not_counted[0]; i++)
        if (&netburst_events[p4_not_counted[i].event] == event && p4_not_counted[i].mask >> bit & 1)
            return p4_not_counted[i].why;
    return NULL;
}

/* The reason for the first of these bits that is not counted; NULL if all are. */
static const char *simulated_events_mask_reason(const struct netburst_event *event, unsigned mask)
{
    const char *why = NULL;
    for (unsigned bit = 0; bit < 16 && !why; bit++)
        if (mask >> bit & 1)
            why = simulated_events_part_reason(event, bit);
    return why;
}

const char *simulated_events_tagged_reason(const struct netburst_tagged *tagged)
{
    return tagged->upstream == NETBURST_NONE
               ? NULL
               : simulated_events_mask_reason(&netburst_events[tagged->upstream], tagged->mask);
}

static const char *simulated_events_p4_reason(const char *word, size_t length)
{
    const struct netburst_machine northwood = {.model = 2, .stepping = 9};
    struct netburst_count count;
    char error[256];
    if (netburst_parse(&northwood, PMC_RING_USER, word, length, &count, error, sizeof error) ||
        !count.event)
        return NULL;
    return count.tagged ? simulated_events_tagged_reason(count.tagged)
                        : simulated_events_mask_reason(count.event, count.mask);
}

/* ---- K7 and P6 ------------------------------------------------------------------------------ */

static const struct {
    uint8_t code;
    const char *why;
} k7_not_counted[] = {
#define NOT_COUNTED(code, why) {code, why},
#include "sim/model/k7/k7_events.def"
#undef NOT_COUNTED
};

const char *simulated_events_k7_reason(unsigned code)
{
    for (unsigned i = 0; i < sizeof k7_not_counted / sizeof k7_not_counted[0]; i++)
        if (k7_not_counted[i].code == code)
            return k7_not_counted[i].why;
    return NULL;
}

static const char *const p6_counted[] = {
#define WHOLE(event, total)      #event,
#define PART(event, unit, total) #event,
#define CORE(event, what)        #event,
#include "sim/model/p6/p6_events.def"
#undef WHOLE
#undef PART
#undef CORE
};

static const char *simulated_events_p6_reason(const char *name, size_t length)
{
    for (unsigned i = 0; i < sizeof p6_counted / sizeof p6_counted[0]; i++)
        if (netburst_is(name, length, p6_counted[i]))
            return NULL;
    return "not modelled";
}

static const struct event *simulated_events_find(unsigned family, const char *name, size_t length)
{
    for (unsigned i = 0; i < families[family].n_events; i++)
        if (netburst_is(name, length, families[family].events[i].name))
            return &families[family].events[i];
    return NULL;
}

/* ---- sums ----------------------------------------------------------------------------------- */

static const char *simulated_events_word_reason(unsigned family, const char *word, size_t length)
{
    size_t name = 0;
    while (name < length && word[name] != ':')
        name++;
    const struct event *event = simulated_events_find(family, word, name);
    if (!event)
        return NULL; /* a name that every processor has, such as time_stamp */
    return family == FAMILY_P4   ? simulated_events_p4_reason(word, length)
           : family == FAMILY_K7 ? simulated_events_k7_reason(event->code)
           : family == FAMILY_P6 ? simulated_events_p6_reason(word, name)
                                 : NULL;
}

int simulated_events_missing(unsigned family, const char *sum, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (const char *at = sum; *at;) {
        at += strspn(at, " +-");
        size_t length = strcspn(at, " ");
        const char *why = length ? simulated_events_word_reason(family, at, length) : NULL;
        if (why && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%.*s: %s", used ? "; " : "",
                                     (int)strcspn(at, " :"), at, why);
        at += length;
    }
    return (int)used;
}
