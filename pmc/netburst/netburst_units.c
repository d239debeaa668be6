/*
 * SPDX-License-Identifier: MIT
 * Derives the registers that a set of Pentium 4 events needs, and assigns execution tags.
 */
#include "pmc/netburst/netburst_units.h"

#include "kernel/lib/format.h"
#include "pmc/netburst/netburst_syntax.h"

#define TAGS 4u

#define IOQ_ALLOCATION (&netburst_events[NETBURST_EVENT_ioq_allocation])
#define IOQ_ACTIVE     (&netburst_events[NETBURST_EVENT_ioq_active_entries])
#define BSQ_ALLOCATION (&netburst_events[NETBURST_EVENT_bsq_allocation])
#define BSQ_ACTIVE     (&netburst_events[NETBURST_EVENT_bsq_active_entries])
#define UOP_TYPE       (&netburst_events[NETBURST_EVENT_uop_type])
#define EXECUTION      (&netburst_events[NETBURST_EVENT_execution_event])

static bool is_tagged(const struct netburst_count *count, enum netburst_tagging way)
{
    return count->tagged && count->tagged->way == way;
}

/* ---- tags ----------------------------------------------------------------------------------- */

/* The tags that counts name themselves with :tag=. */
static unsigned netburst_units_named_tags(const struct netburst_count counts[], unsigned n)
{
    unsigned tags = 0;
    for (unsigned i = 0; i < n; i++) {
        tags |= (unsigned)counts[i].tag >> 1;
        if (!counts[i].tagged && counts[i].event == EXECUTION)
            tags |= (counts[i].mask & 15u) | (counts[i].mask >> TAGS & 15u);
    }
    return tags;
}

/*
 * Assigns a tag's bit to each execution event; equal upstream events share one. Returns 0, or the
 * number of the first event for which no tag is left.
 */
static unsigned netburst_units_assign_tags(const struct netburst_count counts[], unsigned n,
                                           uint8_t bits[])
{
    unsigned taken = netburst_units_named_tags(counts, n);
    for (unsigned i = 0; i < n; i++) {
        if (!is_tagged(&counts[i], NETBURST_EXECUTION))
            continue;
        unsigned same = 0;
        while (same < i && counts[same].tagged != counts[i].tagged)
            same++;
        uint8_t bit = 0;
        while (same == i && bit < TAGS && taken >> bit & 1)
            bit++;
        if (bit == TAGS)
            return i + 1;
        bits[i] = same < i ? bits[same] : bit;
        taken |= 1u << bits[i];
    }
    return 0;
}

/*
 * Only one front-end tag and one setting of the PEBS registers are possible at a time. Returns
 * NULL, or why count b cannot be combined with a.
 */
static const char *netburst_units_conflict(const struct netburst_count *a,
                                           const struct netburst_count *b)
{
    if (is_tagged(a, NETBURST_REPLAY) && is_tagged(b, NETBURST_REPLAY) &&
        (a->tagged->enable != b->tagged->enable || a->tagged->vertical != b->tagged->vertical))
        return "PEBS_ENABLE and PEBS_MATRIX_VERT, which select what replays tag, are set for";
    bool one = is_tagged(a, NETBURST_FRONT_END), other = is_tagged(b, NETBURST_FRONT_END);
    unsigned of_a = one ? a->tagged->mask : a->event == UOP_TYPE ? a->mask : 0;
    unsigned of_b = other ? b->tagged->mask : b->event == UOP_TYPE ? b->mask : 0;
    if ((one || other) && of_a && of_b && of_a != of_b)
        return "the front end's tag, the only one for loads and stores, is set for";
    return NULL;
}

static unsigned netburst_units_check_tags(const struct netburst_count counts[], unsigned n,
                                          uint8_t bits[], char *error, size_t size)
{
    char name[96], before[96];
    for (unsigned b = 1; b < n; b++) {
        for (unsigned a = 0; a < b; a++) {
            const char *why = netburst_units_conflict(&counts[a], &counts[b]);
            if (!why)
                continue;
            netburst_format(&counts[b], name, sizeof name);
            netburst_format(&counts[a], before, sizeof before);
            format(error, size, "%s does not fit: %s %s", name, why, before);
            return b + 1;
        }
    }
    unsigned without = netburst_units_assign_tags(counts, n, bits);
    if (without) {
        netburst_format(&counts[without - 1], name, sizeof name);
        format(error, size, "%s needs an execution tag, and all four (ESCR bits 8-5) are in use",
               name);
    }
    return without;
}

/* ---- units ---------------------------------------------------------------------------------- */

static uint32_t netburst_units_reach(const struct netburst_unit *unit)
{
    uint32_t counters = netburst_registers_reach(unit->at[0]);
    return unit->at[1] == NETBURST_NONE ? counters
                                        : counters | netburst_registers_reach(unit->at[1]);
}

/* Sets only the possible ESCRs and counters. An undocumented event has the ESCR of its counter. */
static void netburst_units_set_places(const struct netburst_machine *machine,
                                      const struct netburst_count *count,
                                      struct netburst_unit *unit)
{
    unit->at[0] = count->event ? count->event->escr[0]
                               : (uint8_t)netburst_escr_at(count->counter, count->routing);
    unit->at[1] = count->event ? count->event->escr[1] : NETBURST_NONE;
    if (count->event == IOQ_ALLOCATION && netburst_has_early_ioq(machine))
        unit->at[1] = NETBURST_NONE;
    unit->counters = netburst_units_reach(unit);
    if (!machine->counter_1)
        unit->counters &= ~2u;
    unit->counters &= ~machine->broken;
    if (count->counter != NETBURST_NONE)
        unit->counters &= 1u << count->counter;
}

static struct netburst_unit netburst_units_counting(const struct netburst_machine *machine,
                                                    const struct netburst_count *count, unsigned i,
                                                    unsigned bit)
{
    struct netburst_count as_tagged = *count;
    if (is_tagged(count, NETBURST_EXECUTION))
        as_tagged.mask =
            (uint16_t)((count->mask & 1u) << bit | (count->mask >> 1 & 1u) << (TAGS + bit));
    struct netburst_unit unit = {.escr = netburst_escr_value(&as_tagged),
                                 .cccr = netburst_cccr_value(count),
                                 .role = NETBURST_COUNTS,
                                 .start = count->start,
                                 .after = count->after,
                                 .of = (uint8_t)i};
    netburst_units_set_places(machine, count, &unit);
    return unit;
}

/* The upstream event, in all rings in which the events that it tags are counted. */
static struct netburst_unit netburst_units_upstream(const struct netburst_machine *machine,
                                                    const struct netburst_count counts[],
                                                    unsigned n, unsigned i, unsigned bit)
{
    const struct netburst_tagged *tagged = counts[i].tagged;
    const struct netburst_event *event = &netburst_events[tagged->upstream];
    struct netburst_count count = {.event = event,
                                   .mask = tagged->mask,
                                   .select = event->select,
                                   .routing = event->routing,
                                   .counter = NETBURST_NONE,
                                   .filter = CCCR_ACTIVE};
    if (tagged->way == NETBURST_EXECUTION)
        count.tag = (uint8_t)netburst_tag(1u << bit);
    for (unsigned j = 0; j < n; j++)
        if (counts[j].tagged == tagged)
            count.cpl |= counts[j].cpl;
    struct netburst_unit unit = netburst_units_counting(machine, &count, i, 0);
    unit.role = NETBURST_TAGS;
    if (tagged->escr != NETBURST_NONE) {
        unit.at[0] = tagged->escr;
        unit.at[1] = NETBURST_NONE;
        unit.counters &= netburst_units_reach(&unit);
    }
    return unit;
}

static void netburst_units_add(struct netburst_units *units, struct netburst_unit unit)
{
    units->unit[units->n++] = unit;
}

static bool share_an_escr(const struct netburst_unit *a, const struct netburst_unit *b)
{
    return a->at[0] == b->at[0] || a->at[0] == b->at[1] || a->at[1] == b->at[0];
}

/*
 * An upstream event whose ESCR value a count already needs does not need another counter. That
 * count is restricted to the counters allowed for the upstream event. A count that is restricted to
 * them anyway is preferred.
 */
static bool netburst_units_is_counted(struct netburst_units *units, unsigned n,
                                      const struct netburst_unit *tags)
{
    struct netburst_unit *found = NULL;
    for (unsigned i = 0; i < n; i++) {
        struct netburst_unit *unit = &units->unit[i];
        if (unit->escr != tags->escr || unit->start != NETBURST_ENABLED ||
            !(unit->counters & tags->counters) || !share_an_escr(unit, tags))
            continue;
        if (!found || !(unit->counters & ~tags->counters))
            found = unit;
    }
    if (found)
        found->counters &= tags->counters;
    return found;
}

static void netburst_units_add_upstream(struct netburst_units *units, unsigned n,
                                        struct netburst_unit tags)
{
    for (unsigned i = n; i < units->n; i++)
        if (units->unit[i].role == NETBURST_TAGS && units->unit[i].escr == tags.escr &&
            units->unit[i].at[0] == tags.at[0])
            return;
    if (!netburst_units_is_counted(units, n, &tags))
        netburst_units_add(units, tags);
}

/* The ESCR that must be set to the same value for an event of active entries. */
static void netburst_units_add_companion(struct netburst_units *units,
                                         const struct netburst_count *count, unsigned i)
{
    const struct netburst_event *event = count->event == IOQ_ACTIVE   ? IOQ_ALLOCATION
                                         : count->event == BSQ_ACTIVE ? BSQ_ALLOCATION
                                                                      : NULL;
    if (!event)
        return;
    struct netburst_count alike = *count;
    alike.select = event->select;
    netburst_units_add(units, (struct netburst_unit){.escr = netburst_escr_value(&alike),
                                                     .at = {event->escr[0], NETBURST_NONE},
                                                     .role = NETBURST_COMPANION,
                                                     .of = (uint8_t)i});
}

/*
 * The count that starts counts[i]: if it has a fixed counter, the one on a counter that can start
 * it; otherwise the one requested before it.
 */
static uint8_t netburst_units_starter(const struct netburst_machine *machine,
                                      const struct netburst_count counts[], unsigned n, unsigned i)
{
    for (unsigned j = 0; j < n && counts[i].counter != NETBURST_NONE; j++)
        if (j != i && counts[j].counter != NETBURST_NONE &&
            netburst_count_cascade_bit(machine, counts[i].start, counts[j].counter,
                                       counts[i].counter))
            return (uint8_t)j;
    return i ? (uint8_t)(i - 1) : NETBURST_NONE;
}

unsigned netburst_units_of(const struct netburst_machine *machine,
                           const struct netburst_count counts[], unsigned n,
                           struct netburst_units *units, char *error, size_t size)
{
    uint8_t bits[NETBURST_COUNTERS] = {0};
    unsigned refused = netburst_units_check_tags(counts, n, bits, error, size);
    if (refused)
        return refused;
    *units = (struct netburst_units){.n = 0};
    for (unsigned i = 0; i < n; i++) {
        netburst_units_add(units, netburst_units_counting(machine, &counts[i], i, bits[i]));
        units->unit[i].starter = netburst_units_starter(machine, counts, n, i);
    }
    for (unsigned i = 0; i < n; i++) {
        const struct netburst_tagged *tagged = counts[i].tagged;
        if (tagged && tagged->way == NETBURST_REPLAY) {
            units->enable = tagged->enable;
            units->vertical = tagged->vertical;
        }
        if (tagged && tagged->upstream != NETBURST_NONE)
            netburst_units_add_upstream(units, n,
                                        netburst_units_upstream(machine, counts, n, i, bits[i]));
        if (counts[i].event)
            netburst_units_add_companion(units, &counts[i], i);
    }
    return 0;
}
