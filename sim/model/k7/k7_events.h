/*
 * SPDX-License-Identifier: MIT
 * Looks up the event selects of k7_events.def.
 */
#pragma once

#include "sim/model/k7/k7_totals.h"

/* The totals that an event select adds up; an empty set if it is not counted. */
k7_total_set k7_events_select(unsigned event, unsigned mask);

/* Which codes are counted: a mask for the 64 codes from 64 * n on. */
uint64_t k7_events_counted(unsigned n);
