/*
 * SPDX-License-Identifier: MIT
 * Whether the counters count an event of a reserved code.
 */
#include "pmc/p5/p5_reserved.h"

#include "kernel/lib/virtual_pentium.h"

bool p5_reserved_counts(const struct event *event)
{
    return !p5_reserved_is(event) || !virtual_pentium();
}
