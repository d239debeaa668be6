/*
 * SPDX-License-Identifier: MIT
 * How the Pentium 4's counters, ESCRs and cascades are connected; shared by the files of its
 * counters.
 */
#pragma once

#include "sim/counters/p4_counters.h"

/*
 * A counter's block and side, which it shares with its ESCRs, and the counters whose overflow
 * starts it by bit 30 and by bit 11; NO_COUNTER: none.
 */
struct p4_counter_route {
    uint8_t block, side, cascade, extended;
};

#define NO_COUNTER P4_COUNTERS

extern const struct p4_counter_route p4_counter_routes[P4_COUNTERS];

/* The ESCR selected by the counter's CCCR, and the ESCR at an MSR; P4_ESCRS: no ESCR. */
unsigned p4_counter_routing_escr(const struct p4_counters *counters, unsigned n);
unsigned p4_counter_routing_escr_at(const struct p4_counters *counters, uint32_t msr);

/* Returns whether its enable bit starts it. */
bool p4_counters_is_enabled(const struct p4_counters *counters, unsigned n);
