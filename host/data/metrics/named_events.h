/*
 * SPDX-License-Identifier: MIT
 * Portable event names of counting libraries, each a formula over the processor's own events:
 * pcl:PCL_IPC (libpcl/pcl_events.def), papi:PAPI_TOT_INS (libpcl/papi.def).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/data/metrics/formula.h"
#include "host/data/metrics/named_table.h"
#include "host/data/run/run.h"

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
