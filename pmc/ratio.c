/*
 * SPDX-License-Identifier: MIT
 * Looks up ratios.def.
 */
#include "pmc/ratio.h"

#include <stddef.h>

/* Families that share an event name also share its ratio. */
static const struct ratio ratios[] = {
#define RATIO(event, of, per) {#event, #of, per},
#include "pmc/k7/ratios.def"
#include "pmc/p5/ratios.def"
#include "pmc/p6/ratios.def"
#undef RATIO
};

static bool same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

const struct ratio *ratio_of(const char *event)
{
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
        if (same(ratios[i].event, event))
            return &ratios[i];
    return NULL;
}

bool ratio_is_of(const struct ratio *ratio, const char *event)
{
    return same(ratio->of, event);
}
