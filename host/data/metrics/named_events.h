/*
 * SPDX-License-Identifier: MIT
 * Portable event names of counting libraries, each a formula over the processor's own events:
 * pcl:PCL_IPC (libpcl/pcl_events.def), papi:PAPI_TOT_INS (libpcl/papi.def).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/data/metrics/formula.h"
#include "host/data/run/run.h"

/* The processors that have a column in the tables. */
enum named_processor { NAMED_P54C, NAMED_P55C, NAMED_P6, NAMED_K7, NAMED_P4, NAMED_PROCESSORS };

/* Finds a processor by its --cpu name; returns NAMED_PROCESSORS if it has no column. */
enum named_processor named_table_processor(const char *cpu);
extern const char *const named_processor_words[NAMED_PROCESSORS]; /* "p54c", ..., "p4" */

enum named_how {
    NAMED_LACKS,   /* the processor has no such event; the note says why */
    NAMED_HAS,     /* as in the library's manual, or an addition to it */
    NAMED_INSTEAD, /* differs from the manual; the note says why */
};

/* The definition of a named event on one processor. */
struct named_cell {
    enum named_how how;
    const char *counts, *per; /* events joined by + and -; per is "" for a count */
    const char *printed;      /* the manual's definition; "" if none */
    const char *note;
};

struct named_event {
    const char *library; /* "pcl", "papi" */
    const char *name;    /* "PCL_IPC" */
    const char *text;
    bool rate;      /* a double, not a count */
    bool times_mhz; /* a rate that is multiplied by the clock */
    unsigned table; /* N of table 3.N in PCL's manual; 0 if none */
    struct named_cell cells[NAMED_PROCESSORS];
};

/* Returns an event of either library, in table order; NULL past the end. */
const struct named_event *named_table_event(unsigned index);

/* A word of an event list, split into its parts: "pcl:PCL_IPC:u". */
struct named_word {
    char library[8], pattern[64];
    const char *rings; /* ":u", or "" */
};
struct named_word named_events_parse_word(const char *word);
bool named_events_word_means(const struct named_word *word, const struct named_event *event);

/* Returns whether the processor event `event`, such as "data_read" or "l2_ld:mes", occurs on any
 * processor in the formula of a named event that the word matches. */
bool named_events_word_needs(const struct named_word *word, const char *event);

/* Returns whether a word of an event list has a library prefix: "pcl:" or "papi:". */
bool named_event_is(const char *word);

/* Builds the formula of a table cell; the cell must not be NAMED_LACKS. */
void named_results_formula(const struct named_event *event, enum named_processor processor,
                           struct formula *formula);

/*
 * Replaces each named event in a list in `run -e` syntax by the events that it needs: on processor
 * `cpu`, or, with NULL, on any processor that has them. Names may be globs; a suffix :u, :k or :uk
 * applies to all events of the name. Returns NULL after a message.
 */
char *named_events_expand(const char *list, const char *cpu);

/* Returns only the named events of a list, separated by commas, or NULL if the list has no such
 * event. The caller frees the result. */
char *named_events_of(const char *list);

/*
 * Replaces named events in a kernel setting by the processor's own events. events= takes a list;
 * source=event and source=precise take a name that is a single event on this processor. Other
 * settings are copied unchanged. The caller frees the result; NULL after a message.
 */
char *named_setting(const char *setting, const char *cpu);

/* Finds the single event that a word of `option` matches. Returns NULL after a message; if the word
 * matches several events, the message includes `why_one`. */
const struct named_event *named_events_single(const char *option, const char *text,
                                              const char *why_one);

/* Reports that the library has no such event, naming the option; returns -1. */
int named_events_unknown(const char *option, const struct named_word *word, const char *text);

/* Reports why a named event has no result in the run. */
void named_results_missing(const struct run *run, const char *word);

/* Adds a result to the run for each named event of the list, at each place where its events were
 * counted. */
void named_results_add(struct run *run, const char *list);
