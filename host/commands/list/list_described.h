/*
 * SPDX-License-Identifier: MIT
 * Describes events in paragraphs, for `list events EVENT -v`.
 */
#pragma once

#include <stdbool.h>

#include "host/commands/list/listing.h"
#include "pmc/event.h"

/* Returns whether the pattern is an event's whole name: then -v describes that event alone. */
bool list_described_one(const struct listing *listing);

/*
 * Describes the reserved codes of a Pentium that match a pattern such as reserved_10h. They are in
 * no list without it. Returns their number.
 */
int list_described_reserved(const struct listing *listing, int before);

/* Prints a paragraph on the event, after an empty line if paragraphs came before it. */
void list_described_event(const struct event *event, int before);
