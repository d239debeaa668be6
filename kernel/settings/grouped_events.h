/*
 * SPDX-License-Identifier: MIT
 * Groups of events by hand: `events=a+b/c+d` counts a and b together, then c and d. Weak: the small
 * image has only lists.
 */
#pragma once

#include "kernel/settings/settings.h"

/*
 * Splits the next event from the value of `events` and records the group that it begins. A plus
 * joins events of a group; a slash or a comma ends a group. A value without plus and slash is a
 * list, whose groups the scheduler chooses. In Pentium 4 events a plus may also join two parts, and
 * a slash two register values.
 */
struct word grouped_events_split(struct settings *settings, struct word *value)
    __attribute__((weak));

/*
 * Writes the groups of config->grouped in the form that `events` accepts. Returns the length, or 0
 * if they do not fit into text[size].
 */
int grouped_events_write(const struct config *config, const struct pmc *pmc, char *text,
                         size_t size) __attribute__((weak));
