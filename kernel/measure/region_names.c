/*
 * SPDX-License-Identifier: MIT
 * Names and misuse of regions. Names are few and looked up only between repetitions, so a linear
 * search is enough.
 */
#include "kernel/measure/region_names.h"

#include "kernel/measure/cases.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "pmc/region.h"

#define END_HAD_NO_BEGIN (1u << 31) /* in struct region, unpaired */

static const struct region_name *names_start = region_names_start, *names_end = region_names_end;

void region_names_use(const struct region_name *start, const struct region_name *end)
{
    names_start = start ? start : region_names_start;
    names_end = start ? end : region_names_end;
}

const char *region_names_find(const char *bench, unsigned number)
{
    for (const struct region_name *n = names_start; n < names_end; n++)
        if (n->number == number && case_is_of(bench, n->bench))
            return n->name;
    return NULL;
}

static int region_names_clash(const struct region_name *a, const struct region_name *b, char *text,
                              size_t size)
{
    if (a->number == b->number)
        format(text, size, "%s: region %u has two names, '%s' and '%s'; give it one", a->bench,
               (unsigned)a->number, a->name, b->name);
    else if (!strcmp(a->name, b->name))
        format(text, size, "%s: '%s' names two regions, %u and %u; give each its own name",
               a->bench, a->name, (unsigned)a->number, (unsigned)b->number);
    else
        return 0;
    return -1;
}

int region_names_check(const char *bench, char *text, size_t size)
{
    for (const struct region_name *a = names_start; a < names_end; a++) {
        if (!case_is_of(bench, a->bench))
            continue;
        for (const struct region_name *b = a + 1; b < names_end; b++)
            if (!strcmp(b->bench, a->bench) && region_names_clash(a, b, text, size))
                return -1;
    }
    return 0;
}

const char *region_names_misuse(const struct measured_region *region, uint32_t *eip)
{
    bool no_begin = region->unpaired & END_HAD_NO_BEGIN || region->exits > region->entries;
    if (eip)
        *eip = no_begin ? region->left_at : region->entered_at;
    if (no_begin)
        return "end without a begin";
    if (region->entries > region->exits)
        return "left open at the end";
    if (region->unpaired)
        return "begun again before it ended";
    if (region->by == BY_BOTH)
        return "begun by a stub and ended by a probe, or vice versa";
    return region->varies ? "the number of entries differs between repetitions" : NULL;
}
