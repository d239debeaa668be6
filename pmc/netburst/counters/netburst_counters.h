/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's 18 counters, by model. Weak, since a small image does not link them.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"
#include "pmc/pmc.h"

extern const struct pmc willamette_pmc __attribute__((weak));
extern const struct pmc northwood_pmc __attribute__((weak));
extern const struct pmc prescott_pmc __attribute__((weak));

/* Sets the processor model from CPUID leaf 1, EAX. Call it before any other function here. */
void netburst_counters_found(uint32_t signature) __attribute__((weak));

/* Sets all registers of a plan and starts its counters from 0; netburst_stop() stops them. */
void netburst_start(const struct netburst_plan *plan);
/* The same, but each counter starts from the 40-bit value start[its number]. */
void netburst_start_from(const struct netburst_plan *plan, const uint64_t start[]);
/* The same, but one counter overflows after `count` events and then interrupts. */
void netburst_start_armed(const struct netburst_plan *plan, unsigned counter, uint32_t count);
void netburst_stop(void);

extern const struct pmc_precise netburst_precise;

/* Self-test 0: all selectors; 1 + n: counter n; the last: RDPMC. */
#define NETBURST_SELFTESTS (1 + NETBURST_COUNTERS + 1)
void netburst_selftest(unsigned test, struct pmc_selftest *result);
