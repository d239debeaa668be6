/*
 * SPDX-License-Identifier: MIT
 * Counts that an end probe may add to a region, by event.
 */
#pragma once

#include <stdint.h>

struct probe_share {
    const char *event; /* event name */
    uint16_t most;     /* maximum for each entry */
    const char *text;
};

/* Below this share of a count, in percent, it is not reported. */
enum { PROBE_SHARE_PERCENT = 1 };

/*
 * Returns the entry of the event with this name; NULL if an end probe adds nothing beyond the
 * calibrated overhead.
 */
const struct probe_share *probe_share_of(const char *event);
