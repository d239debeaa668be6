/*
 * SPDX-License-Identifier: MIT
 * Builds runs from wire records: a listener for host/data/wire/wire_reader.h.
 */
#pragma once

#include "host/data/wire/wire_reader.h"
#include "host/data/run/run.h"

struct collection {
    struct run **runs; /* in the order of arrival; a machine that reboots starts a new one */
    unsigned n_runs;
    const char *source;
    /* Samples that arrived before their result. */
    struct text_sample *pending;
    unsigned n_pending;
    bool bench_records_lost;       /* records were lost since the last bench record, */
    const char *unannounced_bench; /* and a result named this benchmark, which was not announced */
    unsigned long long rejected;   /* results that are inconsistent or contradict earlier records */
    void (*changed)(void *context, struct run *run, const struct wire_record *record);
    void *changed_context; /* called after each processed record; may be NULL */
};

/* `source` names the log in messages; it must live as long as the collection. */
void collection_open(struct collection *collection, const char *source);
struct wire_listener collection_listener(struct collection *collection);

/* Returns the current run; NULL before the first record. */
struct run *collection_run(const struct collection *collection);

/* Frees the collection and its runs; a run whose pointer was set to NULL is not freed. */
void collection_close(struct collection *collection);

/*
 * Checks a result's consistency: its order (min <= median <= max), its interval (t * sd / sqrt(n)),
 * the overhead (raw - entries * overhead), its value per entry, and the event table. Returns NULL,
 * or the inconsistency. A garbled line has a correct CRC in 1 of 65536 cases, but is almost never
 * consistent.
 */
const char *record_check_result(const struct result *result);

/*
 * Checks that a result agrees with earlier records of the run: the calibration of its event
 * (overhead, code, counter), or without it the valid words for rings and states. Returns NULL, or
 * the contradiction.
 */
const char *record_check_place(const struct run *run, const struct result *result);
