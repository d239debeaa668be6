/*
 * SPDX-License-Identifier: MIT
 * Access to sampled data: parses lists of numbers from the wire, finds passes, and merges the parts
 * of series.
 */
#pragma once

#include "host/data/run/run.h"

/* The mark of an estimate below 0, and what it means. */
#define SAMPLED_IMPOSSIBLE "!"
#define SAMPLED_IMPOSSIBLE_NOTE                                                                    \
    "!: no count is below 0: the counts of the sampling handler, which are subtracted, exceed\n"   \
    "   those of the slices; use longer slices\n"

/* Parses a list of numbers separated by commas. Returns their count, or -1 if one is malformed.
 * Stores at most `room` of them. */
int sampled_run_numbers(const char *list, double *numbers, unsigned room);

/* The words of a list separated by commas: sampled_run_words() counts them, 0 for "";
 * sampled_run_word() returns the start of word `i` and its length. */
unsigned sampled_run_words(const char *list);
const char *sampled_run_word(const char *list, unsigned i, size_t *length);

/* Returns the index of an event among those that the pass counts; -1 if it does not count it. */
int sampled_run_event(const struct sampling *sampling, const char *event);

/* Returns the pass with the plan, benchmark, state, ablation and number of `like`; -1 if it was not
 * announced. */
int sampled_run_find(const struct run *run, const struct sampling *like);

/* Returns the last pass of that plan, benchmark, state and ablation with any number; -1 if it is
 * missing. */
int sampled_run_find_last(const struct run *run, const struct sampling *like);

/* Returns whether both are passes of one benchmark in one machine state under one plan. */
bool sampled_run_same_case(const struct sampling *a, const struct sampling *b);

/* Formats "ended by a fault in repetition 3: ..." if a fault ended the pass; else returns NULL. */
const char *sampled_run_fault_text(const struct sampling *sampling, char *buffer, size_t size);

#define SAMPLED_BY_WRITES  "watch"   /* sampling.source if each sample is a write */
#define SAMPLED_BY_STORING "precise" /* if the preceding instruction caused the sample */

/* Formats "timer of the PIT, 1 sample in 12,207 clocks (random)" in `buffer`. */
const char *sampled_run_text(const struct sampling *sampling, char *buffer, size_t size);

#define SERIES_MOST_OF_RECORD 2048     /* values; the maximum of a line */
#define SERIES_MOST           10000000 /* values; a larger number is treated as damage */

/* The values of a series in order of time; NAN where a part is missing. The caller frees them. */
struct series_values {
    double *values;
    unsigned n;
};
struct series_values sampled_run_series(const struct run *run, unsigned sampling, const char *event,
                                        const char *of, unsigned rep);
