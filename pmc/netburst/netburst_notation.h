/*
 * SPDX-License-Identifier: MIT
 * Stores Pentium 4 events for struct pmc_counted: the event and its rings, and for settings other
 * than the event's defaults a number under which this file stores them.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"
#include "pmc/pmc.h"

/* Sets the processor that counts. It has one logical processor: the second, if any, is halted. */
void netburst_set_machine(const struct netburst_machine *machine);
const struct netburst_machine *netburst_here(void);

/*
 * Syntax and schedule of the Pentium 4's events; indexes in counted[] are places, not counters.
 * Weak: a small image does not link it.
 */
extern const struct pmc_notation netburst_notation __attribute__((weak));

/* The setting of the registers that counts it. */
struct netburst_count netburst_count_of(const struct pmc_counted *counted);

/* Makes missing plans by call(plan), which calls plan() on a stack with 4 KB left. */
void netburst_notation_plan_on(void (*call)(void (*plan)(void)));

/*
 * The register values of a pass whose counted[] was made by schedule_passes(). They remain valid
 * until as many other passes have been planned as there can be sets at a time (most_sets).
 */
const struct netburst_plan *netburst_notation_plan(const struct pmc_counted counted[]);
