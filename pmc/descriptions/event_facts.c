/*
 * SPDX-License-Identifier: MIT
 * The descriptive columns of the event tables.
 */
#include "pmc/descriptions/event_facts.h"

#include <stddef.h>

#include "pmc/errata.h"
#include "pmc/families.h"
#include "pmc/k7/k7_event_table.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/netburst/netburst_events.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p5/p5_reserved.h"
#include "pmc/p6/p6_event_table.h"

/* The sources that the heads of the two tables name. */
#define P5_SOURCE   "thesis (Appendix A), SDM, perfctr, FreeBSD, OpenBSD, NetBSD, Solaris"
#define P55C_SOURCE "SDM, perfctr, FreeBSD, Solaris, Ralf Brown"

static const struct event_facts p5_facts[] = {
#define EVENT(code, name, mnemonic, text, kind, counters, groups, counts, excluded, doubt)         \
    {counts, excluded, SOURCE, doubt, ""},
#define SOURCE P5_SOURCE
#include "pmc/p5/p5.def"
#undef SOURCE
#define SOURCE P55C_SOURCE
#include "pmc/p5/p55c.def"
#undef SOURCE
#undef EVENT
};

#define EVENT(code, name, kind, counters, groups, processors, units, text, source, doubt, erratum) \
    {text, "", source, doubt, erratum},
static const struct event_facts p6_facts[] = {
#include "pmc/p6/p6.def"
};
static const struct event_facts k7_facts[] = {
#include "pmc/k7/k7.def"
};
#undef EVENT

static const struct event_facts p4_facts[] = {
#define EVENT(name, select, escr0, escr1, routing, models, usual, groups, stage, feeds, threads,   \
              text, source, doubt, erratum)                                                        \
    {text, "", source, doubt, erratum},
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
#define TAGGED(name, way, counting, upstream, mask, escr, enable, vertical, text)                  \
    {text, "", "SDM", "", ""},
#include "pmc/netburst/tagged.def"
#undef TAGGED
};

static const struct event_part p4_parts[] = {
#define EVENT(...)
#define MASK(event, bit, name, kind, text, source, doubt) {#name, text, doubt},
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

static const struct event_facts *const tables[FAMILIES] = {
    [FAMILY_P5] = p5_facts,
    [FAMILY_P6] = p6_facts,
    [FAMILY_K7] = k7_facts,
    [FAMILY_P4] = p4_facts,
};
_Static_assert(sizeof p5_facts / sizeof p5_facts[0] == P55C_EVENTS &&
                   sizeof p6_facts / sizeof p6_facts[0] == P6_EVENTS &&
                   sizeof k7_facts / sizeof k7_facts[0] == K7_EVENTS &&
                   sizeof p4_facts / sizeof p4_facts[0] == NETBURST_TABLE_EVENTS &&
                   sizeof p4_parts / sizeof p4_parts[0] == NETBURST_MASKS,
               "each event and each part has facts");

static struct event_facts event_facts_reserved(const struct event *event)
{
    struct event_facts facts = {"", "", "", "", ""};
    const struct event *reserved;
    const char *doubt;
    for (unsigned i = 0; (reserved = p5_reserved_at(i, &doubt)); i++)
        if (reserved == event)
            facts = (struct event_facts){"unknown: Intel reserves this code", "", "", doubt, ""};
    return facts;
}

struct event_facts event_facts(const struct event *event)
{
    const struct family *family = event_family(event);
    if (!family)
        return event_facts_reserved(event);
    struct event_facts facts = tables[family - families][event - family->events];
    const struct erratum *erratum = family == &families[FAMILY_P5] ? errata_of(event->code) : NULL;
    if (erratum)
        facts.erratum = erratum->text;
    return facts;
}

/* The event among those of a Pentium 4 that have parts; NULL: it has none, or is counted by tags.
 */
static const struct netburst_event *event_facts_netburst(const struct event *event)
{
    const struct event *table = families[FAMILY_P4].events;
    bool among = event_family(event) == &families[FAMILY_P4] && event - table < NETBURST_EVENTS;
    return among ? &netburst_events[event - table] : NULL;
}

const char *event_facts_unit(const struct event *event)
{
    const struct netburst_event *of_p4 = event_facts_netburst(event);
    unsigned kinds = of_p4 ? 0 : 1u << event->kind;
    for (const struct netburst_mask *part = NULL;
         of_p4 && (part = netburst_next_part(of_p4, part));)
        kinds |= 1u << part->kind;
    return kinds == 1u << EVENT_DURATION     ? "clocks"
           : kinds == 1u << EVENT_OCCURRENCE ? "events"
                                             : "both";
}

unsigned event_part_at(const struct event *event, unsigned index, struct event_part *part)
{
    const struct netburst_event *of_p4 = event_facts_netburst(event);
    unsigned n = 0;
    if (!of_p4) {
        n = event->units ? event->units->n : 0;
        if (index < n)
            *part = (struct event_part){event->units->unit[index].name, "", ""};
        return n;
    }
    for (const struct netburst_mask *of = NULL; (of = netburst_next_part(of_p4, of)); n++)
        if (n == index)
            *part = p4_parts[of - netburst_events[0].masks];
    return n;
}
