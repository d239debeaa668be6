/*
 * SPDX-License-Identifier: MIT
 * Looks up the event selects of p6_events.def.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/p6/core/p6_core.h"
#include "sim/model/p6/p6_parameters.h"
#include "sim/model/p6/p6_totals.h"

/* The totals, or the event of the core, that an event select adds up. */
struct p6_selection {
    struct p6_total_set totals;
    int core; /* enum p6_core_event, or -1 */
};

/* For this processor and counter; an empty set and -1 if it is not counted. */
struct p6_selection p6_events_select(enum p6_processor processor, unsigned counter, unsigned code,
                                     unsigned mask);

/* Which codes the processor's model counts: a mask for the 64 codes from 64 * n on. */
uint64_t p6_events_counted(enum p6_processor processor, unsigned n);
