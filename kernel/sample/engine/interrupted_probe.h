/*
 * SPDX-License-Identifier: MIT
 * Settles a region probe in which an interrupt occurred, so that the handler can restart the
 * counters: the region has then begun or ended completely, or not at all.
 */
#pragma once

#include <stdbool.h>

#include "pmc/region.h"

struct trap_frame;

/* The counters that do not count for a region at the interrupt, since its probe has read them. */
struct interrupted_probe {
    const struct region *slot; /* NULL: none */
    bool begins;               /* both: its begin probe reads them after the interrupt */
    bool near_read;            /* only the near one: its end probe has read it */
};

/*
 * A begin probe that has not stored both counters reads them again after the interrupt. An end
 * probe that has read both is completed here; if it has read only the near counter, that one is
 * added to its sum here, and the probe will add nothing. Only for probes that read the counters
 * themselves, in code of the image.
 */
struct interrupted_probe interrupted_probe_settle(struct trap_frame *frame);
