/*
 * SPDX-License-Identifier: MIT
 * How the counters of a Pentium 4 are asked for, in the notation of pmc/modifiers.h as far as they
 * do the same.
 *
 *   EVENT[:MODIFIER]...[@COUNTER]
 *     EVENT        of netburst.def, or of tagged.def: then both ends are set
 *     :mmtp+mmtm   parts of the event; several with + or : between
 *     :u :k :uk    in CPL 1 to 3, in 0, in all; :u1 :k1 those of the second logical processor
 *     :c=N         clocks in which it happened N times and more, 1 to 16; as Intel writes
 * thresholds, :thr=N, more than N :i           less than N times (complement; :cmpl) :e how often
 * such clocks begin (edge); without :c once and more :tag=N       marks the uops with execution
 * tags, a sum of 1, 2, 4, 8 :active=     none, one, both, any of the logical processors is active
 *     :force_ovf   overflows at each increment
 *     :pmi :pmi1   interrupts at overflow the first, the second logical processor
 *     :after=N     overflows with the N-th increment, so that a cascade or an interrupt comes then
 *     :cascade     starts when the event asked for before it overflows; =30 or =11: by that bit
 *   CCCR/ESCR@COUNTER
 *     as perfex takes it: hexadecimal, with 0x in front or not; the counter decimal, or with 0x,
 * and 8000000h more for a fast read. With ! behind it also what no document names
 *
 * Letter case is ignored.
 */
#pragma once

#include "pmc/netburst/netburst_count.h"

/*
 * Reads text[length] into *count; an event for which no ring is named counts in `rings`, of
 * PMC_RING_. 0, or -1 and what is wrong in error[size].
 */
int netburst_read(const struct netburst_machine *machine, unsigned rings, const char *text,
                  size_t length, struct netburst_count *count, char *error, size_t size);

/* Reads CCCR/ESCR@COUNTER alone, into its numbers. 0, or -1 as above. */
int netburst_read_raw(const char *text, size_t length, struct netburst_raw *raw, char *error,
                      size_t size);

/*
 * The same back, for netburst_read(): by names where they can say it, else as CCCR/ESCR@COUNTER.
 * Its length.
 */
int netburst_write(const struct netburst_count *count, char *text, size_t size);

/* The same without rings, for what says them beside it. */
int netburst_write_name(const struct netburst_count *count, char *text, size_t size);

/*
 * Values that were once printed by mistake, and are typed in from there: what they were to count
 * and which are meant; NULL: these were not.
 */
const char *netburst_misprint(uint32_t cccr, uint32_t escr);

/* What would do for an event that is not there, for a message: the n-th name; NULL behind the last.
 */
const char *netburst_name_at(unsigned n);
