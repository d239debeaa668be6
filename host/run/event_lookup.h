/*
 * SPDX-License-Identifier: MIT
 * The event table as the host sees it: the same one the kernel has (pmc/p5/p5_events.h).
 */
#pragma once

#include "pmc/p5/p5_events.h"

/* By thesis name or Intel mnemonic, in any case of letters; NULL where the table has none such. */
const struct event *events_find(const char *name);

/* All of them, the time stamp last; NULL behind the end. */
const struct event *events_at(unsigned index);

/* "clocks" for a duration, "events" for an occurrence, and "" for what is not in the table. */
const char *event_unit(const char *event);

/* The event's text for a person; the name itself where it is not in the table. */
const char *event_text(const char *event);

/* What is and is not counted, errata not included; "" where nothing is to be said. */
const char *event_note(const char *event);
