/*
 * SPDX-License-Identifier: MIT
 * What of a region's count may be the end probe's own, by event.
 */
#pragma once

#include <stdint.h>

struct probe_share {
    const char *event; /* its name */
    uint16_t most;     /* of each entry */
    const char *text;
};

/* Below this share of a count, in percent, it is not worth a word. */
enum { PROBE_SHARE_PERCENT = 1 };

/* That of the event of that name; NULL: an end adds nothing that calibration does not know. */
const struct probe_share *probe_share_of(const char *event);
