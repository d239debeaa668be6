/*
 * SPDX-License-Identifier: MIT
 * The event that a count is divided by or reported as a share of.
 */
#pragma once

#include <stdbool.h>
struct ratio {
    const char *event, *of; /* event names */
    const char *per;        /* unit of `of` per `event` ("CPI"); NULL: `event` is a share of `of` */
};

/*
 * Returns the ratio of the event with this name; NULL if it has none. Events with modifiers have
 * none.
 */
const struct ratio *ratio_of(const char *event);

/* Returns whether the ratio refers to this event. */
bool ratio_is_of(const struct ratio *ratio, const char *event);
