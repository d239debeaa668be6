/*
 * SPDX-License-Identifier: MIT
 * Looks up probe_shares.def.
 */
#include "pmc/probe_share.h"

#include <stddef.h>

static const struct probe_share shares[] = {
#define PROBE_SHARE(event, most, text) {#event, most, text},
#include "pmc/p5/probe_shares.def"
#undef PROBE_SHARE
};

const struct probe_share *probe_share_of(const char *event)
{
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        const char *a = shares[i].event, *b = event;
        while (*a && *a == *b)
            a++, b++;
        if (*a == *b)
            return &shares[i];
    }
    return NULL;
}
