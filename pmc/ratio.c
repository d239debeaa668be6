/*
 * SPDX-License-Identifier: MIT
 * Looks up the ratios of two events (..._ratios.def).
 */
#include "pmc/ratio.h"

#include <stddef.h>

/* Families that share an event name also share its ratio. */
static const struct ratio ratios[] = {
#define RATIO(event, of, per) {#event, #of, per},
#include "pmc/k7/k7_ratios.def"
#include "pmc/p5/p5_ratios.def"
#include "pmc/p6/p6_ratios.def"
#undef RATIO
};

static bool ratio_names_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

const struct ratio *ratio_of(const char *event)
{
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
        if (ratio_names_equal(ratios[i].event, event))
            return &ratios[i];
    return NULL;
}

bool ratio_is_of(const struct ratio *ratio, const char *event)
{
    return ratio_names_equal(ratio->of, event);
}
