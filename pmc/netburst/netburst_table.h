/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's events as pmc/event.h has them, for lists of names and for lookups: those of
 * netburst.def, and behind them those of tagged.def. What an ESCR and a CCCR need of them is
 * pmc/netburst/netburst_events.h's.
 */
#pragma once

#include "pmc/event.h"

/* Bits of struct event, processors. */
#define NETBURST_WILLAMETTE 1u /* CPUID models 0 and 1 */
#define NETBURST_NORTHWOOD  2u /* 2 */
#define NETBURST_PRESCOTT   4u /* 3, 4 and 6 */

/* Weak: a small image is without. A code is ESCR bits 30-25. `counters` is a mask of none or all:
 * which they are is for a set. */
#define NETBURST_TABLE_EVENTS 66
extern const struct event netburst_table[NETBURST_TABLE_EVENTS] __attribute__((weak));
