/*
 * SPDX-License-Identifier: MIT
 * Resolves event names in metric formulas: a name from any processor family's table, with the
 * modifiers that `events=` accepts, as in "tc_deliver_mode:dd+db+di". Rings are excluded, because a
 * formula is evaluated for the ring of each result.
 */
#pragma once

#include <stddef.h>

#include "pmc/families.h"
#include "pmc/netburst/netburst_check.h"

enum { METRIC_EVENT_LONGEST = 200 };

/*
 * Converts text[length] to the spelling that results use, in name[METRIC_EVENT_LONGEST]. The text
 * may use either case, list parts in any order, and include default modifiers. Returns 0, or -1
 * with the reason in error[size].
 */
int metric_event_read(const char *text, size_t length, char *name, char *error, size_t size);

/*
 * Stores in `written` the spelling that results of the n-th family use for `name` (as returned by
 * metric_event_read()). The Pentium 4 is the last family and has two spellings: of models from 3
 * on, and of others. Returns 0, -1 if the family lacks the event, or 1 if n is past the last one.
 */
int metric_event_as_of(const char *name, unsigned n, char *written);

/* Returns whether these members of the family count the event `name`. */
bool metric_event_of_family(const char *name, const struct family *family, uint8_t processors);

/* Returns whether this Pentium 4 counts the event `name`; with NULL, whether any Pentium 4 does. */
bool metric_event_of_netburst(const char *name, const struct netburst_machine *machine);
