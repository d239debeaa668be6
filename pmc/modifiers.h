/*
 * SPDX-License-Identifier: MIT
 * Event selection syntax, as in libpfm4 and perf: modifiers after an event's name, and raw
 * selectors.
 *
 *   :u :k :uk       count in ring 3, in the other rings, in all
 *   :mes, :any      parts (units) of the event; separate several names with : and join single
 * letters :c=N            clocks in which it happened at least N times (threshold, 1 to 255) :i
 * clocks in which it happened less than N times (invert) :e              number of times such
 * clocks begin (edge) r<hex>          code (bits 7-0), unit mask (15-8), edge (18), invert (23),
 * threshold (31-24)
 *
 * A unit named i or e takes precedence over the flag, as in l2_ld:e; :i=1 and :e=1 are always
 * flags.
 */
#pragma once

#include "pmc/pmc.h"

/*
 * Parses the modifiers after the first colon into *counted, whose event is set. `text` has `length`
 * characters; letter case is ignored. Returns 0, or -1 with a message in error[size].
 */
int modifiers_read(const struct pmc *pmc, struct pmc_counted *counted, const char *text,
                   size_t length, char *error, size_t size);

/*
 * Parses r<hex> into *counted. The event is the processor's event with that code if its units can
 * express the unit mask, otherwise pmc_raw_event. Returns 0; 1 if the text is not r<hex> or the
 * counters have no selectors; -1 with a message in error[size].
 */
int modifiers_read_raw(const struct pmc *pmc, struct pmc_counted *counted, const char *text,
                       size_t length, char *error, size_t size);

/*
 * Formats the modifiers as modifiers_read() parses them; for pmc_raw_event the number too; "" if
 * the event has none. Returns the length.
 */
int modifiers_write(const struct pmc_counted *counted, char *text, size_t size);

/* Formats the event's name with its modifiers, without the rings. Returns the length. */
int modifiers_write_name(const struct pmc_counted *counted, char *text, size_t size);
