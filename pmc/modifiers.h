/*
 * SPDX-License-Identifier: MIT
 * Event selection syntax, as in libpfm4 and perf: modifiers after an event's name. raw_code.h has
 * selectors as numbers.
 *
 *   :u :k :uk   count in ring 3, in the other rings, in all
 *   :mes, :any  parts (units) of the event; several names are separated by :, letters are joined
 *   :c=N        clocks in which it happened at least N times (threshold, 1 to 255)
 *   :i          clocks in which it happened less than N times (invert)
 *   :e          number of times such clocks begin (edge)
 *
 * A unit named i or e takes precedence over the flag, as in l2_ld:e; :i=1 and :e=1 are always
 * flags.
 */
#pragma once

#include "kernel/lib/piece.h"
#include "pmc/pmc.h"

/*
 * Parses the modifiers after the first colon into *counted, whose event is set. `text` has `length`
 * characters; letter case is ignored. Returns 0, or -1 with a message in error[size].
 */
int modifiers_read(const struct pmc *pmc, struct pmc_counted *counted, const char *text,
                   size_t length, char *error, size_t size);

/*
 * Formats the modifiers as modifiers_read() parses them; for pmc_raw_event the number too; "" if
 * the event has none. Returns the length.
 */
int modifiers_write(const struct pmc_counted *counted, char *text, size_t size);

/* Formats the event's name with its modifiers, without the rings. Returns the length. */
int modifiers_write_name(const struct pmc_counted *counted, char *text, size_t size);

/* Parses a number of at most 32 bits in this base; -1 if it is not one. */
int64_t modifiers_number(struct piece piece, unsigned base);

/* Returns whether the unit is part of this mask. */
bool modifiers_unit_selected(const struct event_unit *unit, unsigned mask);
