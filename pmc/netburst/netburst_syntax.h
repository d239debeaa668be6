/*
 * SPDX-License-Identifier: MIT
 * Event selection syntax of the Pentium 4, as in pmc/modifiers.h where the settings are the same.
 *
 *   EVENT[:MODIFIER]...[@COUNTER]
 *     EVENT        of netburst.def, or of tagged.def, which sets both events
 *     :mmtp+mmtm   parts of the event, separated by + or :
 *     :u :k :uk    in CPL 1 to 3, in 0, in all; :u1 :k1 those of the second logical processor
 *     :c=N         clocks in which it happened at least N times, 1 to 16; in Intel's notation of
 *                  thresholds :thr=N, more than N, 1 to 15; :thr=0 has no effect, as in libpfm4
 *     :i           less than N times (complement; :cmpl)
 *     :e           number of times such clocks begin (edge); without :c at least once
 *     :tag=N       marks the uops with execution tags, a sum of 1, 2, 4, 8
 *     :active=     none, one, both, any of the logical processors is active
 *     :force_ovf   overflows at each increment
 *     :pmi :pmi1   interrupts the first, the second logical processor at overflow
 *     :after=N     overflows with the N-th increment, for a cascade or an interrupt
 *     :cascade     starts when the event requested before it overflows; =30 or =11: by this bit
 *   CCCR/ESCR@COUNTER
 *     as in perfex: hexadecimal, with or without 0x; the counter decimal, or with 0x, plus 8000000h
 *     for a fast read. A final ! permits undocumented values
 *
 * Letter case is ignored.
 */
#pragma once

#include "pmc/netburst/netburst_count.h"

/*
 * Parses text[length] into *count. An event without a named ring counts in `rings`, a mask of
 * PMC_RING_... Returns 0, or -1 with a message in error[size].
 */
int netburst_parse(const struct netburst_machine *machine, unsigned rings, const char *text,
                   size_t length, struct netburst_count *count, char *error, size_t size);

/*
 * Parses only CCCR/ESCR@COUNTER, into its numbers. Returns 0, or -1 with a message in error[size].
 */
int netburst_raw_parse(const char *text, size_t length, struct netburst_raw *raw, char *error,
                       size_t size);

/*
 * Formats the count for netburst_parse(), with names if they can express it, else as
 * CCCR/ESCR@COUNTER. Returns the length.
 */
int netburst_format(const struct netburst_count *count, char *text, size_t size);

/* The same without rings, for output that shows them separately. */
int netburst_format_name(const struct netburst_count *count, char *text, size_t size);

/*
 * Detects values that a guide once misprinted and that users copy. Returns what they were to count
 * and which values are meant; NULL: not a known misprint.
 */
const char *netburst_misprint(uint32_t cccr, uint32_t escr);

/* The n-th valid event name, for error messages; NULL after the last. */
const char *netburst_name_at(unsigned n);
