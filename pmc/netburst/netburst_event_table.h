/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's events as struct event, for lists and lookup of names: those of netburst.def,
 * then those of tagged.def. ESCR and CCCR values are in pmc/netburst/netburst_events.h.
 */
#pragma once

#include "pmc/event.h"

/* Bits in `processors` of struct event. */
#define NETBURST_WILLAMETTE 1u /* CPUID models 0 and 1 */
#define NETBURST_NORTHWOOD  2u /* model 2 */
#define NETBURST_PRESCOTT   4u /* models 3, 4 and 6 */

/*
 * Weak: a small image does not link it. A code is ESCR bits 30-25. `counters` is a mask of none or
 * all, since the possible counters depend on the whole set.
 */
#define NETBURST_TABLE_EVENTS 67
extern const struct event netburst_table[NETBURST_TABLE_EVENTS] __attribute__((weak));
