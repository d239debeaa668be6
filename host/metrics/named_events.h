/*
 * SPDX-License-Identifier: MIT
 * Events that libraries for counting have names for on all processors, each a formula over the
 * processor's own: pcl:PCL_IPC (libpcl/pcl_events.def), papi:PAPI_TOT_INS (libpcl/papi.def).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/metrics/formula.h"
#include "host/run/run.h"

/* Whose columns there are. */
enum named_processor { NAMED_P54C, NAMED_P55C, NAMED_P6, NAMED_K7, NAMED_P4, NAMED_PROCESSORS };

/* By a name as --cpu has it; NAMED_PROCESSORS for none. */
enum named_processor named_processor(const char *cpu);
extern const char *const named_processor_words[NAMED_PROCESSORS]; /* "p54c", ..., "p4" */

enum named_how {
    NAMED_LACKS,   /* the processor has no such event: the note says why */
    NAMED_HAS,     /* as the library's manual has it, or beyond it */
    NAMED_INSTEAD, /* otherwise than the manual prints; the note says why */
};

/* What an event is on a processor. */
struct named_cell {
    enum named_how how;
    const char *counts, *per; /* events with + and - between; per is "" for a count */
    const char *printed;      /* in the manual; "" */
    const char *note;
};

struct named_event {
    const char *library; /* "pcl", "papi" */
    const char *name;    /* "PCL_IPC" */
    const char *text;
    bool rate;      /* a double: not a count */
    bool times_mhz; /* that is multiplied by the clock */
    unsigned table; /* of PCL's manual, behind 3.; 0 */
    struct named_cell cells[NAMED_PROCESSORS];
};

/* All of both libraries, in the order of their tables; NULL behind the end. */
const struct named_event *named_event_at(unsigned index);

/* A word of a list, taken apart: "pcl:PCL_IPC:u". */
struct named_word {
    char library[8], pattern[64];
    const char *rings; /* ":u", or "" */
};
struct named_word named_word_of(const char *word);
bool named_word_means(const struct named_word *word, const struct named_event *event);

/* Whether an event of a processor, "data_read" or "l2_ld:mes", is in the formula of one that the
 * word means, on any processor. */
bool named_word_needs(const struct named_word *word, const char *event);

/* Whether a word of a list begins as such names do: "pcl:", "papi:". */
bool named_event_is(const char *word);

/* The formula of that cell; it has one. */
void named_formula(const struct named_event *event, enum named_processor processor,
                   struct formula *formula);

/*
 * A list of events as `run -e` takes it, each named one replaced by those that it needs: on `cpu`,
 * or with NULL on any processor, where they are. Names may be globs; :u, :k or :uk behind one holds
 * for all of its events. NULL after a message.
 */
char *named_events_expand(const char *list, const char *cpu);

/* Those words of a list alone, commas between; NULL where there is none. The caller's to free. */
char *named_events_of(const char *list);

/*
 * A setting of the kernel with the processor's own events in it: events= with a list, source=event,
 * and source=precise, with one that is a single event there. Any other as it is. NULL after a
 * message; the caller frees it.
 */
char *named_setting(const char *setting, const char *cpu);

/* The one event of that word, as `option` was given it; NULL after a message, of several one that
 * says `why_one`. */
const struct named_event *named_event_single(const char *option, const char *text,
                                             const char *why_one);

/* Says that the library has no such event, for what it was given to; -1. */
int named_events_unknown(const char *option, const struct named_word *word, const char *text);

/* Says why such a word has no result in the run. */
void named_events_missing(const struct run *run, const char *word);

/* Adds to a run a result for each named event of such a list, wherever its events were counted. */
void named_events_add(struct run *run, const char *list);
