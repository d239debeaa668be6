/*
 * SPDX-License-Identifier: MIT
 * Looks up events in the tables of all processor families of the kernel (pmc/families.h), and their
 * notes for users. A name may be in several tables; if so, the code in a record decides.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pmc/families.h"
#include "pmc/pmc.h"

/* Notes on an event for users; each may be "". */
struct event_facts {
    const char *note; /* what the event counts, and what not */
    /* sources that agree, and that disagree; for a P5 they are in its .def file */
    const char *source, *doubt;
    const char *erratum; /* for P6 and K7; a P5's are in pmc/errata.h */
};

/* Finds an event by name or mnemonic, case-insensitive, with or without modifiers: the first match
 * in the order P5, P6, K7, Pentium 4. NULL if no table has it. */
const struct event *event_lookup_find(const char *name);

/* Returns the events of all families in order, the time stamp last; NULL past the end. */
const struct event *event_lookup_at(unsigned index);

/* Returns the event's family; NULL for the time stamp. */
const struct family *event_family(const struct event *event);

struct event_facts event_facts(const struct event *event);

/* Returns the family of a processor's counters, and in *processors its member; NULL if the
 * processor is unknown. */
const struct family *event_lookup_family(const char *vendor, unsigned signature,
                                         uint8_t *processors);

/* Finds the family's event by a name common to all families or by the family's own name; NULL if it
 * has no such event. */
const struct event *event_of_family(const struct family *family, const char *name);

/* Returns whether the event is its family's count of processor clocks, in any rings. */
bool event_is_clocks(const char *event);

/* Returns whether any event with that name, with or without modifiers, has that code. */
bool event_lookup_agrees(const char *name, unsigned code);

/* Returns "clocks" for a duration, "events" for an occurrence, "" for an unknown event. An event
 * with a threshold counts clocks; with an edge modifier it counts occurrences. */
const char *event_lookup_unit(const char *event);

/* Returns the event's description; its name if it is unknown or has modifiers. */
const char *event_text(const char *event);

struct netburst_machine;

/* Returns the events of a Pentium 4 of that model, for pmc_has() and pmc_event_find(). */
struct pmc event_lookup_pentium4(const struct netburst_machine *machine);

/*
 * Copies an event of a Pentium 4; a word that means the same on all processors, such as
 * `instructions`, is replaced by this model's event.
 */
void event_lookup_own_word(const struct netburst_machine *machine, const char *text, size_t length,
                           char *written, size_t size);
