/*
 * SPDX-License-Identifier: MIT
 * The tables of events as the host sees them: those of all families that the kernel has
 * (pmc/families.h), and what they say of each event beyond what it needs. A name may be in several;
 * where a record's is, its code tells them apart.
 */
#pragma once

#include <stdbool.h>

#include "pmc/families.h"

/* What a table says of an event for a person; "" where nothing is to be said. */
struct event_facts {
    const char *note;           /* what is and is not counted */
    const char *source, *doubt; /* who has it alike, and who otherwise; a P5's are in its .def */
    const char *erratum;        /* of P6 and K7; a P5's are pmc/errata.h's */
};

/*
 * By name or mnemonic, in any case of letters, modifiers behind it or not: the first that is called
 * that, of the P5, the P6, the K7 and the Pentium 4. NULL where no table has such.
 */
const struct event *events_find(const char *name);

/* All of them, family by family, the time stamp last; NULL behind the end. */
const struct event *events_at(unsigned index);

/* The event's family; NULL for the time stamp. */
const struct family *event_family(const struct event *event);

struct event_facts event_facts(const struct event *event);

/* The family that a processor's counters are of, and in *processors which of its members it is;
 * NULL where it is none of ours. */
const struct family *family_of_processor(const char *vendor, unsigned signature,
                                         uint8_t *processors);

/* What that family calls the event, by a word that all have or by its own name; NULL: it has none.
 */
const struct event *event_of_family(const struct family *family, const char *name);

/* Whether the event is what its family counts clocks of the processor with, in all rings or some.
 */
bool event_is_clocks(const char *event);

/* Whether some event with that name, modifiers behind it or not, has that code. */
bool events_agree(const char *name, unsigned code);

/* "clocks" for a duration, "events" for an occurrence, and "" for what is not in the table. With a
 * threshold clocks are counted, with an edge how often they begin. */
const char *event_unit(const char *event);

/* The event's text for a person; the name itself where it is not in the table, or has modifiers. */
const char *event_text(const char *event);
