/*
 * SPDX-License-Identifier: MIT
 * What the files of a Pentium 4's counters share: how counters, ESCRs and cascades hang together.
 */
#pragma once

#include "sim/counters/netburst.h"

/* A counter's block and side, which are those of its ESCRs, and whose overflow starts it by bit 30
 * and by bit 11; NO_COUNTER: nobody's. */
struct p4_place {
    uint8_t block, side, cascade, extended;
};

#define NO_COUNTER P4_COUNTERS

extern const struct p4_place p4_places[P4_COUNTERS];

/* The ESCR that its CCCR leads it to, and the one at an MSR; P4_ESCRS where there is none. */
unsigned p4_escr_of(const struct p4_counters *counters, unsigned n);
unsigned p4_escr_at(const struct p4_counters *counters, uint32_t msr);

/* Whether its enable bit starts it. */
bool p4_is_enabled(const struct p4_counters *counters, unsigned n);
