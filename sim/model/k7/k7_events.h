/*
 * SPDX-License-Identifier: MIT
 * The event selects of k7_events.def.
 */
#pragma once

#include "sim/model/k7/k7_totals.h"

/* The totals that an event select adds up. None where it is not counted. */
k7_total_set k7_select(unsigned event, unsigned mask);

/* Whether it is counted at all; for the 64 codes from 64 * n on, a bit each. */
uint64_t k7_counted_codes(unsigned n);
