/*
 * SPDX-License-Identifier: MIT
 * The event selects of p6_events.def.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/p6/core/p6_core.h"
#include "sim/model/p6/p6_parameters.h"
#include "sim/model/p6/p6_totals.h"

/* What an event select adds up, of either kind. */
struct p6_selection {
    struct p6_total_set totals;
    int core; /* enum p6_core_event, or -1 */
};

/* On that processor, by that counter. Nothing where it is not counted. */
struct p6_selection p6_select(enum p6_processor processor, unsigned counter, unsigned code,
                              unsigned mask);

/* Whether that processor's model counts it at all; for the 64 codes from 64 * n on, a bit each. */
uint64_t p6_counted_codes(enum p6_processor processor, unsigned n);
