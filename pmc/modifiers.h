/*
 * SPDX-License-Identifier: MIT
 * How an event is asked for, in the notation of libpfm4 and perf: what stands behind its name, and
 * selectors as numbers.
 *
 *   :u :k :uk       in ring 3, in the others, in all
 *   :mes, :any      parts of the event by name, several with : between; of letters together
 *   :c=N            clocks in which it happened N times and more (threshold, 1 to 255)
 *   :i              clocks in which it happened less than N times (invert)
 *   :e              how often such clocks begin (edge)
 *   r<hex>          code (bits 7-0), unit mask (15-8), edge (18), invert (23), threshold (31-24)
 *
 * A part of that name goes before :i and :e, as in l2_ld:e; :i=1 and :e=1 are always these.
 */
#pragma once

#include "pmc/pmc.h"

/*
 * Reads what stands behind the first colon into *counted, whose event is set: text of that length,
 * letter case ignored. 0, or -1 and what is wrong in error[size].
 */
int modifiers_read(const struct pmc *pmc, struct counted *counted, const char *text, size_t length,
                   char *error, size_t size);

/*
 * Reads r<hex> into *counted: the event with that code of that processor where its parts have such
 * a unit mask, else pmc_raw_event. 0; 1 where it is no such number, or the counters have no
 * selectors; or -1 and what is wrong.
 */
int modifiers_read_raw(const struct pmc *pmc, struct counted *counted, const char *text,
                       size_t length, char *error, size_t size);

/* The same back, for modifiers_read(), of pmc_raw_event its number too; "" for none. Its length. */
int modifiers_write(const struct counted *counted, char *text, size_t size);

/* Its name with what stands behind it but the rings, as it is asked for; its length. */
int modifiers_write_name(const struct counted *counted, char *text, size_t size);
