/*
 * SPDX-License-Identifier: MIT
 * Descriptions of events for users, from the families' tables. Counting does not need them; the
 * small image lacks them.
 */
#pragma once

#include "pmc/event.h"

/* Each may be "". */
struct event_facts {
    const char *counts;   /* what is counted */
    const char *excluded; /* what is not */
    const char *source;   /* sources that agree */
    const char *doubt;    /* what other sources say */
    const char *erratum;  /* known errors; a P5's are those of the P5 and P54C */
};

struct event_facts event_facts(const struct event *event);

/* Returns "clocks" or "events"; on a Pentium 4 "both" if the event's parts differ. */
const char *event_facts_unit(const struct event *event);

/* A part of an event, as a modifier after its name. */
struct event_part {
    const char *name;
    const char *counts, *doubt; /* "" on processors other than a Pentium 4 */
};

/* Returns the number of parts; sets *part to that with this index, if it exists. */
unsigned event_part_at(const struct event *event, unsigned index, struct event_part *part);
