/*
 * SPDX-License-Identifier: MIT
 * Runs from the records of a wire: a listener for host/wire/reader.h that collects them.
 */
#pragma once

#include "host/wire/reader.h"
#include "host/run/run.h"

struct collection {
    struct run **runs; /* in the order they came; a box that rebooted makes a new one */
    unsigned n_runs;
    const char *source;
    /* Samples that came before the result they belong to. */
    struct text_sample *pending;
    unsigned n_pending;
    bool bench_unheard;          /* records were lost since the last bench record, */
    const char *hearsay;         /* and a result was of this one, that was not announced */
    unsigned long long rejected; /* results that contradicted themselves or what came before */
    void (*changed)(void *context, struct run *run, const struct wire_record *record);
    void *changed_context; /* told of each record after it was taken; may be NULL */
};

/* `source` names the log in messages; it must live as long as the collection. */
void collection_open(struct collection *collection, const char *source);
struct wire_listener collection_listener(struct collection *collection);

/* The run being collected; NULL before the first record. */
struct run *collection_run(const struct collection *collection);

/* Frees the runs too, but for those taken out by setting their pointer to NULL. */
void collection_close(struct collection *collection);

/*
 * Whether a result agrees with itself: its order (min <= median <= max), its interval
 * (t * sd / sqrt(n)), what was taken off (raw - entries * overhead), its share per entry, and the
 * event table. NULL, or what does not agree. A line that was garbled and still has its CRC
 * right (1 in 65536) is all but never so garbled that it agrees with itself.
 */
const char *result_contradiction(const struct result *result);

/*
 * Whether a result agrees with what the run said before: the calibration of its event (overhead,
 * code, counter), and where that was not heard, with the words that there are for rings and states.
 * NULL, or what does not agree.
 */
const char *result_out_of_place(const struct run *run, const struct result *result);
