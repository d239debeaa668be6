/*
 * SPDX-License-Identifier: MIT
 * Which events the virtual Pentium Pro to 4 and the virtual K7 count, and why not the others.
 */
#pragma once

#include <stddef.h>

#include "pmc/event.h"
#include "pmc/netburst/netburst_events.h"

/* The bits of its event mask that the virtual Pentium 4 counts. */
unsigned simulated_events_parts(const struct netburst_event *event);

/* Why the virtual Pentium 4 does not count this bit of the event mask; NULL: it counts it. */
const char *simulated_events_part_reason(const struct netburst_event *event, unsigned bit);

/* Why the virtual Pentium 4 does not count the tagged event; NULL: it counts it. */
const char *simulated_events_tagged_reason(const struct netburst_tagged *tagged);

/* Why the virtual K7 does not count this event select; NULL: it counts it. */
const char *simulated_events_k7_reason(unsigned code);

/*
 * Describes which of the events in a sum, such as "a + b:part", the virtual machine of the family
 * (P6, K7, P4) does not count: "b: reason". Returns the length of the text in
 * text[size], 0 if all are counted.
 */
int simulated_events_missing(unsigned family, const char *sum, char *text, size_t size);
