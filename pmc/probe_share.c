/*
 * SPDX-License-Identifier: MIT
 * Looking up probe_shares.def.
 */
#include "pmc/probe_share.h"

#include <stddef.h>

#include "pmc/p5/p5_events.h"

static const struct probe_share shares[] = {
#define PROBE_SHARE(event, most, text) {P5_##event, most, text},
#include "pmc/p5/probe_shares.def"
#undef PROBE_SHARE
};

const struct probe_share *probe_share_of(uint16_t event)
{
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        if (shares[i].event == event)
            return &shares[i];
    return NULL;
}
