/*
 * SPDX-License-Identifier: MIT
 * Converts between what a counter counts and its register values.
 */
#include "pmc/netburst/netburst_count.h"

#include "kernel/lib/format.h"

#define FAIL(...) return format(error, size, __VA_ARGS__), -1

#define CPL_BITS      0xFu
#define TAG_SHIFT     4
#define TAG_BITS      0x1Fu
#define RINGS_BOTH    (ESCR_T0_USR | ESCR_T0_OS)
#define EXTENDED_FROM 2 /* CPUID model */
#define SECOND_BOTH   (ESCR_T1_USR | ESCR_T1_OS)
#define START_BITS    (CCCR_ENABLE | CCCR_CASCADE | CCCR_EXTENDED)

uint32_t netburst_escr_value(const struct netburst_count *count)
{
    return (uint32_t)count->select << ESCR_SELECT_SHIFT | (uint32_t)count->mask << ESCR_MASK_SHIFT |
           (uint32_t)count->tag << TAG_SHIFT | count->cpl;
}

uint32_t netburst_cccr_value(const struct netburst_count *count)
{
    static const uint32_t start[] = {[NETBURST_ENABLED] = CCCR_ENABLE,
                                     [NETBURST_CASCADED] = 0,
                                     [NETBURST_BY_BIT_30] = CCCR_CASCADE,
                                     [NETBURST_BY_BIT_11] = CCCR_EXTENDED};
    return count->filter | start[count->start] | (uint32_t)count->routing << CCCR_ROUTING_SHIFT;
}

bool netburst_has_early_ioq(const struct netburst_machine *machine)
{
    return machine->model < 2 || (machine->model == 2 && machine->stepping < 7);
}

int netburst_count_check(const struct netburst_machine *machine, const struct netburst_count *count,
                         char *error, size_t size)
{
    const struct netburst_event *event = count->event;
    if (!event)
        return 0;
    const char *name = count->tagged ? count->tagged->name : event->name;
    if (!(event->models >> machine->model & 1))
        FAIL("%s needs model 3 (Prescott) or later; this is model %u", name, machine->model);
    bool ignores = event == &netburst_events[NETBURST_EVENT_ioq_active_entries] ||
                   (event == &netburst_events[NETBURST_EVENT_ioq_allocation] &&
                    netburst_has_early_ioq(machine));
    if (ignores && (count->cpl & RINGS_BOTH) != RINGS_BOTH)
        FAIL("%s counts in all rings, regardless of its ESCR%s; use :uk", name,
             event->select == netburst_events[NETBURST_EVENT_ioq_allocation].select
                 ? ", below CPUID F27h"
                 : "");
    if (!event->by_thread && count->cpl & SECOND_BOTH & ~(count->cpl >> 2))
        FAIL(
            "%s is independent of threads: it counts both logical processors together, so :u1 and "
            ":k1 mean nothing else than :u and :k; use these",
            name);
    if (count->counter == 1 && !machine->counter_1)
        FAIL(
            "%s: counter 1 cannot be used, because its CCCR's enable bit does nothing; counter 0 "
            "reads the same ESCRs",
            name);
    return 0;
}

uint32_t netburst_count_cascade_bit(const struct netburst_machine *machine, unsigned start,
                                    unsigned first, unsigned second)
{
    const struct netburst_counter *counter = &netburst_counters[second];
    if (start != NETBURST_BY_BIT_11 && counter->cascade_from == first)
        return CCCR_CASCADE;
    if (start != NETBURST_BY_BIT_30 && counter->extended_from == first &&
        machine->model >= EXTENDED_FROM)
        return CCCR_EXTENDED;
    return 0;
}

/* ---- decoding -------------------------------------------------------------------------------- */

/* An event with this select on another ESCR that the counter can read: a suggestion. */
static const struct netburst_event *netburst_count_suggest(unsigned counter, unsigned select)
{
    for (unsigned routing = 0; routing < 8; routing++) {
        unsigned escr = netburst_escr_at(counter, routing);
        const struct netburst_event *event =
            escr == NETBURST_NONE ? NULL : netburst_event_at(escr, select);
        if (event)
            return event;
    }
    return NULL;
}

static int netburst_count_unknown_event(const struct netburst_raw *raw, unsigned escr,
                                        unsigned select, char *error, size_t size)
{
    const struct netburst_event *event = netburst_count_suggest(raw->counter, select);
    int n =
        format(error, size, "0x%08x/0x%08x@%u: no document lists an event with select %02Xh in %s",
               raw->cccr, raw->escr, raw->counter, select, netburst_escrs[escr].name);
    if (event && n < (int)size)
        format(error + n, size - (size_t)n, "; %s needs CCCR 0x%08x", event->name,
               (raw->cccr & ~(7u << CCCR_ROUTING_SHIFT)) | (uint32_t)event->routing
                                                               << CCCR_ROUTING_SHIFT);
    return -1;
}

static int netburst_count_unknown_part(const struct netburst_raw *raw,
                                       const struct netburst_event *event, unsigned odd,
                                       char *error, size_t size)
{
    int n = format(error, size,
                   "0x%08x/0x%08x@%u: %s has no part for 0x%04x of its event mask (0x%08x of the "
                   "ESCR); allowed:",
                   raw->cccr, raw->escr, raw->counter, event->name, odd, odd << ESCR_MASK_SHIFT);
    for (const struct netburst_mask *part = NULL;
         (part = netburst_next_part(event, part)) && n < (int)size;)
        n += format(error + n, size - (size_t)n, " %s (0x%08x)", part->name,
                    1u << (part->bit + ESCR_MASK_SHIFT));
    return -1;
}

int netburst_count_decode(const struct netburst_machine *machine, const struct netburst_raw *raw,
                          struct netburst_count *count, char *error, size_t size)
{
    unsigned routing = raw->cccr >> CCCR_ROUTING_SHIFT & 7;
    unsigned escr = netburst_escr_at(raw->counter, routing);
    unsigned select = raw->escr >> ESCR_SELECT_SHIFT & 0x3F;
    const struct netburst_event *event = netburst_event_at(escr, select);
    *count = (struct netburst_count){
        .event = event,
        .mask = (uint16_t)(raw->escr >> ESCR_MASK_SHIFT),
        .cpl = raw->escr & CPL_BITS,
        .tag = raw->escr >> TAG_SHIFT & TAG_BITS,
        .select = (uint8_t)select,
        .routing = (uint8_t)routing,
        .start = raw->cccr & CCCR_ENABLE     ? NETBURST_ENABLED
                 : raw->cccr & CCCR_EXTENDED ? NETBURST_BY_BIT_11
                                             : NETBURST_BY_BIT_30,
        .counter = raw->counter,
        .filter = raw->cccr & ~(START_BITS | 7u << CCCR_ROUTING_SHIFT),
    };
    if (netburst_cccr_value(count) != raw->cccr)
        FAIL(
            "CCCR 0x%08x: more than one of enable (bit 12), cascade (30) and extended cascade (11) "
            "is set",
            raw->cccr);
    if (machine->undocumented)
        return 0;
    if (!event)
        return netburst_count_unknown_event(raw, escr, select, error, size);
    if (!count->mask || !count->cpl) /* netburst_check_raw() has refused bits 1-0 without threads */
        FAIL("ESCR 0x%08x: %s%s, so nothing is counted", raw->escr,
             !count->mask       ? "bits 24-9 select no part of the event"
             : machine->threads ? "bits 3-0"
                                : "bits 3-2",
             count->mask ? " select no ring (4: CPL 1 to 3, 8: CPL 0)" : "");
    unsigned odd = count->mask & ~(unsigned)netburst_all_masks(event);
    return odd ? netburst_count_unknown_part(raw, event, odd, error, size) : 0;
}
