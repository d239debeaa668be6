/*
 * SPDX-License-Identifier: MIT
 * What settings and passes hold of a Pentium 4's events (struct counted): the event and its rings;
 * and where more is asked for than the event's usual parts, a number, by which this file keeps it.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"
#include "pmc/pmc.h"

/* What is counted on from now on. It has one logical processor: the second, if any, is halted. */
void netburst_set_machine(const struct netburst_machine *machine);
const struct netburst_machine *netburst_here(void);

/*
 * Whose reading fills and whose schedule uses it: events, places in counted[], counters. Weak: a
 * small image has none.
 */
extern const struct pmc_notation netburst_notation __attribute__((weak));

/* What the registers need of it. */
struct netburst_count netburst_count_of(const struct counted *counted);

/* The registers of a pass, whose counted[] was made by the schedule; good for as many more
 * as there are sets at a time. */
const struct netburst_plan *netburst_plan_of(const struct counted counted[]);
