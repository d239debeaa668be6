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
