/*
 * SPDX-License-Identifier: MIT
 * Formats what a Pentium 4's counter counts, in the syntax of netburst_syntax.h.
 */
#include "kernel/lib/format.h"
#include "pmc/netburst/netburst_syntax.h"

#define ADD(...) length += format(text + length, size - (size_t)length, __VA_ARGS__)

static bool filter_has_name(uint32_t filter)
{
    bool compares = filter & CCCR_COMPARE;
    return !(filter & CCCR_OVF) &&
           (compares || !(filter & (CCCR_COMPLEMENT | CCCR_THRESHOLD | CCCR_EDGE))) &&
           (!(filter & CCCR_FORCE_OVF) || filter & (CCCR_OVF_PMI | CCCR_OVF_PMI_T1));
}

/* Returns whether its select and all its parts are documented. */
static bool is_documented(const struct netburst_count *count)
{
    return count->event && count->mask && !(count->mask & ~netburst_all_masks(count->event));
}

/* Returns whether names can express it, except for its rings. */
static bool netburst_format_has_name(const struct netburst_count *count)
{
    if (!count->event || !count->mask || !filter_has_name(count->filter))
        return false;
    if (!count->tagged && count->mask & ~netburst_all_masks(count->event))
        return false;
    return !count->tag ||
           (count->tag & 1 && count->event->feeds == NETBURST_EXECUTION && !count->tagged);
}

static int netburst_format_parts(const struct netburst_count *count, char *text, size_t size)
{
    int length = 0;
    if (count->tagged) {
        if (count->mask != 1)
            ADD(":%s", count->mask == 2 ? "bogus" : "nbogus+bogus");
        return length;
    }
    if (count->mask == count->event->usual)
        return length;
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(count->event, part));)
        if (count->mask >> part->bit & 1)
            ADD("%s%s", length ? "+" : ":", part->name);
    return length;
}

static int netburst_format_filter(uint32_t filter, char *text, size_t size)
{
    static const char *const active[] = {":active=none", ":active=one", ":active=both", ""};
    int length = 0;
    if (filter & CCCR_COMPARE)
        ADD(":c=%u", (filter & CCCR_THRESHOLD) / (1u << CCCR_THRESHOLD_SHIFT) + 1);
    ADD("%s%s%s%s%s%s", filter & CCCR_COMPLEMENT ? ":i" : "", filter & CCCR_EDGE ? ":e" : "",
        active[filter >> CCCR_ACTIVE_SHIFT & 3], filter & CCCR_FORCE_OVF ? ":force_ovf" : "",
        filter & CCCR_OVF_PMI ? ":pmi" : "", filter & CCCR_OVF_PMI_T1 ? ":pmi1" : "");
    return length;
}

#define SECOND_BOTH                                                                                \
    (ESCR_T1_USR | ESCR_T1_OS) /* not among the rings that output shows separately */

static int netburst_format_rings(unsigned cpl, char *text, size_t size)
{
    static const char *const first[] = {"", ":u", ":k", ":uk"};
    static const char *const second[] = {"", ":u1", ":k1", ":uk1"};
    return format(text, size, "%s%s", first[cpl >> 2 & 3], second[cpl & 3]);
}

static int netburst_format_count(const struct netburst_count *count, bool rings, char *text,
                                 size_t size)
{
    static const char *const start[] = {"", ":cascade", ":cascade=30", ":cascade=11"};
    if (!netburst_format_has_name(count) || (rings && !count->cpl))
        return format(text, size, "0x%08x/0x%08x@%u%s", netburst_cccr_value(count),
                      netburst_escr_value(count), count->counter, is_documented(count) ? "" : "!");
    int length = format(text, size, "%s", count->tagged ? count->tagged->name : count->event->name);
    length += netburst_format_parts(count, text + length, size - (size_t)length);
    length += netburst_format_filter(count->filter, text + length, size - (size_t)length);
    if (count->tag)
        ADD(":tag=%u", count->tag >> 1);
    if (count->after)
        ADD(":after=%u", (unsigned)count->after);
    ADD("%s", start[count->start]);
    length += netburst_format_rings(rings ? count->cpl : count->cpl & SECOND_BOTH, text + length,
                                    size - (size_t)length);
    if (count->counter != NETBURST_NONE)
        ADD("@%u", count->counter);
    return length;
}

int netburst_format(const struct netburst_count *count, char *text, size_t size)
{
    return netburst_format_count(count, true, text, size);
}

int netburst_format_name(const struct netburst_count *count, char *text, size_t size)
{
    return netburst_format_count(count, false, text, size);
}

/* Misprints in commands and figures of a guide to perfctr and Brink & Abyss (in Spanish). */
static const struct misprint {
    uint32_t cccr, escr;
    const char *meant;
} misprints[] = {
    {0x00039000, 0x0200020A,
     "as a command for taken branches; 0x0027b000/0x0c001804 is meant, and this one counts "
     "uops_retired"},
    {0x00035000, 0x04000205, "as a command that tags loads; 0x00035000/0x04000405 is meant"},
    {0x00033000, 0x18008035, "as a command that tags x87 uops; 0x00033000/0x09000034 is meant"},
    {0x00033000, 0x18000205,
     "as a command that counts uops with execution tags; 0x0003b000/0x18000204 is meant"},
    {0x0003B000, 0x18000205,
     "as a command that counts uops with execution tags; 0x0003b000/0x18000204 is meant"},
};

const char *netburst_misprint(uint32_t cccr, uint32_t escr)
{
    for (unsigned i = 0; i < sizeof misprints / sizeof misprints[0]; i++)
        if (misprints[i].cccr == cccr && misprints[i].escr == escr)
            return misprints[i].meant;
    return NULL;
}

const char *netburst_name_at(unsigned n)
{
    if (n < NETBURST_EVENTS)
        return netburst_events[n].name;
    n -= NETBURST_EVENTS;
    return n < NETBURST_TAGGED ? netburst_tagged[n].name : NULL;
}
