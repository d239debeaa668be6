/*
 * SPDX-License-Identifier: MIT
 * Looks up events in the tables of all processor families of the kernel (pmc/families.h). A name
 * may be in several tables; if so, the code in a record decides.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pmc/families.h"
#include "pmc/pmc.h"

/* Finds an event by name or mnemonic, case-insensitive, with or without modifiers: the first match
 * in the order P5, P6, K7, Pentium 4. NULL if no table has it. */
const struct event *event_lookup_find(const char *name);

/* Returns the events of all families in order, the time stamp last; NULL past the end. */
const struct event *event_lookup_at(unsigned index);

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
