/*
 * SPDX-License-Identifier: MIT
 * Looking up ratios.def.
 */
#include "pmc/ratio.h"

#include <stddef.h>

#include "pmc/p5/p5_events.h"

static const struct ratio ratios[] = {
#define RATIO(event, of, per) {P5_##event, P5_##of, per},
#include "pmc/p5/ratios.def"
#undef RATIO
};

const struct ratio *ratio_of(uint16_t event)
{
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
        if (ratios[i].event == event)
            return &ratios[i];
    return NULL;
}
