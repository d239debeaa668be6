/*
 * SPDX-License-Identifier: MIT
 * What was sampled, put together: lists of numbers as the wire has them, series out of their parts.
 */
#pragma once

#include "host/run/run.h"

/*
 * The numbers of a list with commas between: how many there are, or -1 where one of them is none.
 * The first `room` go to numbers.
 */
int list_numbers(const char *list, double *numbers, unsigned room);

/* Words of a list with commas between; 0 of "". Word `i` of it is start for length letters. */
unsigned list_words(const char *list);
const char *list_word(const char *list, unsigned i, size_t *length);

/* The place of an event among those that the pass counts; -1: it is not one of them. */
int sampling_event(const struct sampling *sampling, const char *event);

/* The pass that `like` has plan, benchmark, state, ablation and number of; -1: none is announced.
 */
int sampling_find(const struct run *run, const struct sampling *like);

/* The last pass of that plan, benchmark, state and ablation, whatever its number; -1: none. */
int sampling_find_last(const struct run *run, const struct sampling *like);

/* Whether both are passes of one benchmark in one machine state under one plan. */
bool sampling_same_case(const struct sampling *a, const struct sampling *b);

/* What to say where a fault ended it: "ended by a fault in repetition 3: ..."; else NULL. */
const char *sampling_fault_text(const struct sampling *sampling, char *buffer, size_t size);

#define SAMPLED_BY_WRITES  "watch"   /* sampling.source, where each sample is a write */
#define SAMPLED_BY_STORING "precise" /* where the instruction before it caused it */

/* "timer of the PIT, 1 sample in 12,207 clocks (random)", into buffer. */
const char *sampling_text(const struct sampling *sampling, char *buffer, size_t size);

#define SERIES_MOST_OF_RECORD 2048     /* values; a line has no room for more */
#define SERIES_MOST           10000000 /* values; a number beyond that is damage */

/* Values of a series in the order of time; NAN where a part did not come. To be freed. */
struct series_values {
    double *values;
    unsigned n;
};
struct series_values series_collect(const struct run *run, unsigned sampling, const char *event,
                                    const char *of, unsigned rep);
