/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's 18 counters, by model; weak, since a small image has none of them.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"
#include "pmc/pmc.h"

extern const struct pmc willamette_pmc __attribute__((weak));
extern const struct pmc northwood_pmc __attribute__((weak));
extern const struct pmc prescott_pmc __attribute__((weak));

/* Which processor it is, by CPUID leaf 1, EAX: before anything is read or set. */
void netburst_found(uint32_t signature) __attribute__((weak));

/* Sets all registers of a plan and starts its counters, cleared; and stops them. */
void netburst_start(const struct netburst_plan *plan);
/* The same, but each counter from start[its number], of 40 bits. */
void netburst_start_from(const struct netburst_plan *plan, const uint64_t start[]);
/* The same, but that a counter has `count` to go until it overflows, which interrupts. */
void netburst_start_armed(const struct netburst_plan *plan, unsigned counter, uint32_t count);
void netburst_stop(void);

extern const struct pmc_precise netburst_precise;

/* Self-tests: 0 of all selectors, 1 + n of counter n, and then RDPMC's. */
#define NETBURST_SELFTESTS (1 + NETBURST_COUNTERS + 1)
void netburst_selftest(unsigned test, struct pmc_selftest *result);
