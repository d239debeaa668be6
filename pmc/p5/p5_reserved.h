/*
 * SPDX-License-Identifier: MIT
 * Events for the codes that Intel reserves (p5_reserved.def). They are in no list of events: only
 * their number selects them. The small image lacks them.
 */
#pragma once

#include <stdbool.h>

#include "pmc/pmc.h"

/* Returns the event with that index, or NULL past the last; *doubt: the column of the table. */
const struct event *p5_reserved_at(unsigned index, const char **doubt);

/* Returns the event of a code that is reserved on this processor; NULL: it is not. */
const struct event *p5_reserved_find(const struct pmc *pmc, unsigned code);

bool p5_reserved_is(const struct event *event);

/*
 * Returns false for such an event in the simulator: it has no model of undocumented
 * events. In the kernel alone.
 */
bool p5_reserved_counts(const struct event *event) __attribute__((weak));
